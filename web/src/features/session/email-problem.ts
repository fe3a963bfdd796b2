// The check of an e-mail address before it is sent. Deliberately coarse: the server knows who exists.

/** What is wrong with the address, in words; undefined when it may be one. */
export function emailProblem(text: string): string | undefined {
  if (text.trim() === '') return 'Enter an e-mail address.'
  return /^[^\s@]+@[^\s@]+$/.test(text.trim())
    ? undefined
    : 'Enter a complete e-mail address, like name@example.org.'
}
