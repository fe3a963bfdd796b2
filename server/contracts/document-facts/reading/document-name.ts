// What the contract calls itself.
import type { ContractText } from './contract-text.ts'
import type { FoundFact } from './fact.ts'

const within = 6_000
const ends =
  /\b(?:AGREEMENTS?|CONTRACT|LEASE|ADDENDUM|AMENDMENT|GUARANTY|GUARANTEE|DEED|MEMORANDUM OF UNDERSTANDING|TERMS AND CONDITIONS|STATEMENT OF WORK|LETTER OF INTENT|PLAN)\b/g
const inSentence =
  /\bThis ((?:[A-Z][\w&'/-]{0,24}|and|of|to|for|the|on|No\.|\d{1,2}|,)(?: (?:[A-Z(][\w&'/.)-]{0,24}|and|of|to|for|the|on|No\.|\d{1,2})){0,14})/g

/** The title: a heading in capitals near the beginning, or the words after "This" in the first sentence. */
export function readDocumentName({ text, starts }: ContractText): readonly FoundFact[] {
  const inParagraph = titleInParagraph(text, starts)
  const isOneWord = inParagraph && !inParagraph.name.includes(' ')
  const found =
    (isOneWord ? undefined : inParagraph) ?? titleInCapitals(text) ?? titleInSentence(text) ?? inParagraph
  return found ? [{ kind: 'documentName', ...found }] : []
}

type Title = {
  readonly name: string
  readonly certainty: 'certain' | 'likely' | 'possible'
  readonly start: number
  readonly end: number
}

function titleInCapitals(text: string): Title | undefined {
  const head = text.slice(0, within)
  for (const match of head.matchAll(ends)) {
    const end = match.index + match[0].length
    const words = capitalsBefore(head.slice(Math.max(0, end - 140), end))
    const name = trimTitle(words)
    if (
      /\b(?:THIS|WHEREAS|TABLE|PORTIONS?|RESPECT|COMMISSION|TREATMENT|PURSUANT|HAS)\b/.test(name) ||
      /^(?:OF|TO|AND|THE)\b/.test(name) ||
      name.split(' ').length < 2
    )
      continue
    const longer = continued(head, end)
    return { name: name + longer, certainty: 'likely', start: end - name.length, end: end + longer.length }
  }
  return undefined
}

/** The last words of the text, as far back as they are in capitals. */
function capitalsBefore(text: string): string {
  const words = text.split(' ')
  let from = words.length
  while (from > 0 && /^(?:$|[(]?[A-Z][A-Z&'/,.()\d-]*$|[&,-]$|\d|No\.$)/.test(words[from - 1] ?? '')) from--
  return words.slice(from).slice(-18).join(' ')
}

/** "AGREEMENT AND TERMINATION OF LEASE AGREEMENT" goes on after its first word of the kind. */
function continued(head: string, end: number): string {
  const match =
    /^ (?:(?:AND|OF|TO|FOR|NO\.?) (?:[A-Z\d][A-Z\d&'/-]* ){0,8})(?:AGREEMENT|CONTRACT|LEASE|ADDENDUM|AMENDMENT)\b/.exec(
      head.slice(end, end + 120),
    )
  return match?.[0] ?? ''
}

function trimTitle(words: string): string {
  let rest = words.replace(/ {2,}/g, ' ').trim()
  const exhibit =
    /^.{0,100}\b(?:EXHIBIT|EX|ANNEX|VERSION|COPY|EXECUTION|CONFIDENTIAL|REDACTED)[ -]?[\d.()A-Z-]{0,12} /.exec(
      rest,
    )
  if (exhibit) rest = rest.slice(exhibit[0].length)
  const company = /^.{0,100}\b(?:INC|LLC|LTD|CORP|CORPORATION|L\.P|COMPANY)\b[.,]{0,2} /.exec(rest)
  if (company) rest = rest.slice(company[0].length)
  // a sentence in capitals before it
  rest = rest.replace(/^.{0,300}[A-Z)]{3}[.;:] (?=[A-Z])/, '')
  return rest.replace(/^[^A-Z]{1,20}/, '').trim()
}

const underlining = new Set(' \t\r\n\u00a0_=*.-')

/** A line without its underlining and the number of its page. */
function withoutFurniture(line: string): string {
  const words = line.replace(/\bpage \d{1,4}(?: of \d{1,4})?$/i, '')
  let end = words.length
  while (underlining.has(words[end - 1] ?? '')) end--
  return (words.length - end >= 3 ? words.slice(0, end) : words).trim()
}

function titleInParagraph(text: string, starts: readonly number[]): Title | undefined {
  for (const [index, start] of starts.slice(0, 12).entries()) {
    const end = (starts[index + 1] ?? text.length + 1) - 1
    const line = withoutFurniture(text.slice(start, end))
    if (line.length > 100 || /\b(?:exhibit|this|pursuant|dated|between)\b/i.test(line)) continue
    if (
      /\b(?:agreement|contract|lease|amendment|addendum|terms and conditions)\b/i.test(line) &&
      !/[.:;,]$/.test(line)
    )
      return { name: line, certainty: 'likely', start, end }
  }
  return undefined
}

function titleInSentence(text: string): Title | undefined {
  for (const match of text.slice(0, within).matchAll(inSentence)) {
    const words = match[1] ?? ''
    const end = words.search(/\b(?:Agreement|Contract|Lease|Amendment|Addendum|Guaranty)\b/)
    if (end <= 0) continue
    const name = words.slice(0, end) + (/^\w+/.exec(words.slice(end))?.[0] ?? '')
    const start = match.index + 'This '.length
    return { name, certainty: 'likely', start, end: start + name.length }
  }
  return undefined
}
