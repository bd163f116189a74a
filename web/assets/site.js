// Adds a copy button to every block of code. Everything on the pages works without it.

const { copy = '', copied = '', copyFailed = '' } = document.body.dataset
const shownMs = 2000

/** @param {Element} block */
export function addCopyButton(block) {
  const frame = document.createElement('div')
  frame.className = 'code-frame'
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'copy'
  button.textContent = copy
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(block.textContent ?? '')
      button.textContent = copied
    } catch {
      // No permission, or a page that is not a secure context: select it, so that one keystroke is left.
      getSelection()?.selectAllChildren(block)
      button.textContent = copyFailed
    }
    setTimeout(() => {
      button.textContent = copy
    }, shownMs)
  })
  block.replaceWith(frame)
  frame.append(button, block)
}

for (const block of document.querySelectorAll('pre[data-copyable]')) addCopyButton(block)
