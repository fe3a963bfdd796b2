// Finds the web addresses in a plain text.

/** The text in order, cut at addresses; only http and https count as ones to follow. Joined again it is the whole text. */
export function splitLinks(text: string): { text: string; link: boolean }[] {
  return text
    .split(/(https?:\/\/[^\s<>"]+[^\s<>".,;:!?)\]'])/)
    .map((part, index) => ({ text: part, link: index % 2 === 1 }))
    .filter((part) => part.text !== '')
}
