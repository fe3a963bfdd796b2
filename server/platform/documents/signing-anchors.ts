// Anchors for signatures in templates, such as {{sign:1}}. They look like placeholders that are opened twice, and have
// to stay as they are until the document is sent for signature.

const words = 'sign|initials|name|title|date|text|tick'
// Word divides text wherever it likes
const gap = String.raw`(?:<[^<>]{0,2000}>)*`
const spelled = (word: string): string => Array.from(word).join(gap)
const spaces = String.raw`(?:\s|<[^<>]{0,2000}>)*`
const anchor = new RegExp(
  `\\{${gap}\\{${spaces}(?:${words.split('|').map(spelled).join('|')})${spaces}:${spaces}\\d${gap}\\d?${spaces}\\??${spaces}\\}${gap}\\}`,
  'gi',
)

// of the private use area, which no font of ours draws
const kept = { '{': '\uF0F1', '}': '\uF0F2' } as const

/** The markup with the braces of its anchors replaced by characters that are no braces. */
export const withAnchorsHidden = (markup: string): string =>
  markup.includes('{')
    ? markup.replaceAll(anchor, (found) =>
        // braces in tags are not those of the anchor
        found.replaceAll(/<[^<>]*>|[{}]/g, (part) => (part === '{' || part === '}' ? kept[part] : part)),
      )
    : markup

/** The markup with the anchors as they were written. */
export const withAnchorsShown = (markup: string): string =>
  markup.replaceAll(kept['{'], '{').replaceAll(kept['}'], '}')
