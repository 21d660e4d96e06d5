// A world that was arranged by hand, as a scenario file: saved to this computer, and opened again.
const $ = id => document.getElementById(id);

export function createFiles(live) {
  $('save').onclick = () => live.send('Save');
  $('file').onchange = async () => {
    const file = $('file').files[0];
    $('file').value = ''; // the same one may be opened again
    if (file) live.send('Open', {name: file.name.slice(0, 60), text: await file.text()});
  };
  return {
    save({name, text}) {
      const url = URL.createObjectURL(new Blob([text], {type: 'application/json'})),
        link = Object.assign(document.createElement('a'), {href: url, download: name});
      link.click();
      setTimeout(() => URL.revokeObjectURL(url), 1000);
    },
  };
}
