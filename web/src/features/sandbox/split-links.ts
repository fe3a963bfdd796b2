// Finds the web addresses in a plain text.

/** The text in order, split at addresses; only http and https count. Joined again it is the complete text. */
export function splitLinks(text: string): { text: string; link: boolean }[] {
  return text
    .split(/(https?:\/\/[^\s<>"]+[^\s<>".,;:!?)\]'])/)
    .map((part, index) => ({ text: part, link: index % 2 === 1 }))
    .filter((part) => part.text !== '')
}
