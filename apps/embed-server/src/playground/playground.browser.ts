const input = document.querySelector<HTMLInputElement>('#url');
const status = document.querySelector('#status');

// What is pasted is shown at once; what is typed, when it is sent.
input?.addEventListener('paste', () => {
  setTimeout(() => input.form?.requestSubmit());
});

async function copy(area: HTMLTextAreaElement): Promise<void> {
  area.select();
  try {
    await navigator.clipboard.writeText(area.value);
    showStatus('Copied.');
  } catch {
    showStatus('Selected: press Ctrl+C or ⌘C to copy.');
  }
}

function showStatus(words: string): void {
  if (status !== null) status.textContent = words;
}

for (const button of document.querySelectorAll<HTMLButtonElement>('[data-copy]')) {
  const area = document.querySelector<HTMLTextAreaElement>(`textarea#${button.dataset['copy']}`);
  if (area === null) continue;
  button.hidden = false;
  button.addEventListener('click', () => void copy(area));
}

export {};
