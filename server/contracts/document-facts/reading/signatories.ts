// Who signs, from the signature blocks.
import type { ContractText } from './contract-text.ts'
import type { FoundFact } from './fact.ts'

// labels in any case, but names begin with a capital: a flag for case would take that for both
const block =
  /\b(?:[Nn]ame|NAME) ?: ?((?:(?:Dr|Mr|Ms|Mrs|Prof)\. )?\p{Lu}[\p{L}.'-]{0,24}(?: {1,2}(?:\p{Lu}[\p{L}.'-]{0,24}|de|van|von|der|la)){1,4}?)(?= {1,3}(?:[Tt]itle|TITLE|[Ii]ts|ITS|[Pp]osition|POSITION|[Dd]ate|DATE|[Bb]y|BY|[Nn]ame|NAME|[Ss]ignature|SIGNATURE|[Ff]or|FOR|[Aa]ddress|ADDRESS|[Cc]apacity|CAPACITY|[Aa]uthori[sz]ed|AUTHORI[SZ]ED)\b| ?$|,|\()(?:[ ,]{1,3}(?:[Tt]itle|TITLE|[Ii]ts|ITS|[Pp]osition|POSITION|[Cc]apacity|CAPACITY) ?: ?([\p{L}&,/ -]{2,60}?)(?= {1,3}(?:[Dd]ate|DATE|[Bb]y|BY|[Nn]ame|NAME|[Ss]ignature|SIGNATURE|[Aa]ddress|ADDRESS|[\p{Lu}\d]{4})|[:.;\d_]| ?$))?/gu
const signed = /\/s\/ ?(\p{Lu}[\p{L}.'-]{0,24}(?: {1,2}\p{Lu}[\p{L}.'-]{0,24}){1,3})/gu

const most = 12

/** The people in the signature blocks, with what they sign as. */
export function readSignatories({ text }: Pick<ContractText, 'text'>): readonly FoundFact[] {
  const from = signaturesFrom(text)
  const tail = text.slice(from)
  const facts: FoundFact[] = []
  const taken = new Set<string>()
  const add = (match: RegExpExecArray, certainty: 'likely' | 'possible') => {
    const name = (match[1] ?? '').replace(/ (?:By|Name|Title|Its|Date)$/, '').trim()
    const key = name.toLowerCase()
    if (taken.has(key) || facts.length >= most || !name.includes(' ')) return
    taken.add(key)
    const title = match[2]?.replace(/[ ,-]{1,4}$/, '').trim() ?? null
    facts.push({
      kind: 'signatory',
      name,
      title: title === '' ? null : title,
      certainty,
      start: from + match.index,
      end: from + match.index + match[0].length,
    })
  }
  for (const match of tail.matchAll(block)) add(match, 'likely')
  if (facts.length === 0) for (const match of tail.matchAll(signed)) add(match, 'possible')
  return facts
}

const signaturesFrom = (text: string): number => {
  const at = text.toLowerCase().lastIndexOf('in witness whereof')
  return at >= 0 ? at : Math.max(0, text.length - 12_000)
}
