// Validation of an email address before it is sent. Deliberately coarse: the server knows which addresses exist.

/** What is wrong with the address, as a message; undefined if it is plausible. */
export function emailProblem(text: string): string | undefined {
  if (text.trim() === '') return 'Enter an email address.'
  return /^[^\s@]+@[^\s@]+$/.test(text.trim())
    ? undefined
    : 'Enter a complete email address, like name@example.org.'
}
