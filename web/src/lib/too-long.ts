// Text that is longer than its input takes: browsers cut it without a word. Here it is refused, with both numbers.

type Writable = HTMLInputElement | HTMLTextAreaElement

const isWritable = (target: EventTarget | null): target is Writable =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement

/** From now on, nothing is inserted at once into an input of the page that has no room for all of it. */
export function refuseTooLong(page: Document): void {
  page.addEventListener('beforeinput', (event) => {
    const { target, data } = event
    const text = data ?? event.dataTransfer?.getData('text/plain') ?? ''
    // of what is typed the browser refuses one character at a time
    if (!isWritable(target) || target.maxLength < 0 || text.length < 2) return
    const taken = (target.selectionEnd ?? 0) - (target.selectionStart ?? 0)
    const room = target.maxLength - target.value.length + taken
    if (text.length <= room) return
    event.preventDefault()
    target.setCustomValidity(
      `That has ${text.length.toLocaleString()} characters, and there is room for ${Math.max(0, room).toLocaleString()}. Nothing was inserted.`,
    )
    target.reportValidity()
  })
  for (const end of ['input', 'focusout'] as const)
    page.addEventListener(end, ({ target }) => {
      if (isWritable(target) && target.validity.customError) target.setCustomValidity('')
    })
}
