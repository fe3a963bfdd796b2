// Names of people and companies at a place in a text.

// what the name of a company ends with, without stops and small
const legalForms = new Set(
  'inc incorporated llc lc ltd limited corp corporation co company lp llp lllp plc pllc gmbh ag kg sa sas sarl srl spa nv bv ab asa oy oyj aps kk pte pty pvt sdn bhd trust bank association university foundation institute society partnership fund holdings group sagl se sl cv'.split(
    ' ',
  ),
)
// after which no name goes on, unless another such word follows
const last = new Set(
  'inc incorporated llc lc ltd limited corp corporation lp llp lllp plc pllc gmbh ag kg sa sas sarl srl spa nv bv ab asa oy oyj aps kk bhd'.split(
    ' ',
  ),
)
// what some write without capitals: Marks and Spencer plc
const writtenSmall = new Set('plc inc ltd llc llp gmbh'.split(' '))
const connecting = new Set(
  'of the and & de la du van von der for in at y e et al bin di do da dos del und'.split(' '),
)
// with a capital, and no beginning of a name
const noNames = new Set(
  'this that these those whereas now the and or if such each any all its their his her our your by between among as of on in at to with for from hereinafter party parties whose having agreement recitals background witnesseth section article exhibit schedule date dated effective page name title address attention attn re a an'.split(
    ' ',
  ),
)

export interface FoundName {
  readonly name: string
  readonly length: number
  /** Whether it ends as names of companies do. */
  readonly legalForm: boolean
  /** Whether what it ends with is nothing else: Inc., and not Bank. */
  readonly strictForm: boolean
}

const longest = 14

interface Word {
  readonly text: string
  readonly plain: string
  readonly start: number
  readonly end: number
  /** What stands between the word before and this one. */
  readonly gap: string
}

/** Reads the name at the beginning of the text: words with capitals, and what connects them. */
export function nameAtStartOf(text: string): FoundName | undefined {
  const words = wordsOf(text)
  const first = words[0]
  if (!first || first.start > 1 || !(isCapital(first.text) || isBrand(words))) return undefined
  if (
    noNames.has(first.plain) &&
    !/^[A-Z]\.$/.test(first.text) &&
    !(first.plain === 'the' && isCapital(words[1]?.text ?? ''))
  )
    return undefined
  let end = 0
  let taken = 0
  while (taken < words.length && taken < longest) {
    const word = words[taken]
    if (!word || (taken > 0 && !goesOn(words, taken))) break
    end = word.end
    taken++
  }
  while (taken > 1 && connecting.has(words[taken - 1]?.plain ?? '')) {
    taken--
    end = words[taken - 1]?.end ?? 0
  }
  const used = words.slice(0, taken)
  const legalForm = used.length > 1 && used.some(({ plain }) => legalForms.has(plain))
  const strictForm = used.length > 1 && used.some(({ plain }) => last.has(plain))
  return { name: tidy(text.slice(first.start, end)), length: end, legalForm, strictForm }
}

function goesOn(words: readonly Word[], index: number): boolean {
  const [before, word, next] = [words[index - 1], words[index], words[index + 1]]
  if (!before || !word) return false
  const form = legalForms.has(word.plain) && (isCapital(word.text) || writtenSmall.has(word.plain))
  if (/^ ?, ?$/.test(word.gap)) return form && (last.has(word.plain) || word.plain === 'co')
  // SHBV (Hong Kong) Ltd
  if (/^ ?\($/.test(word.gap)) return closesWithForm(words, index)
  if (/^\) $/.test(word.gap)) return form
  if (!/^ {0,2}$/.test(word.gap)) return false
  if (last.has(before.plain) && isCapital(before.text) && index > 1)
    return form || (word.plain === '&' && next?.plain.startsWith('co') === true)
  if (before.text.endsWith('.') && before.plain.length > 3 && !legalForms.has(before.plain)) return false
  if (connecting.has(word.plain)) {
    if (word.plain === 'a' || !next || !/^ {0,2}$/.test(next.gap) || !isCapital(next.text))
      return (
        connecting.has(next?.plain ?? '') && isCapital(words[index + 2]?.text ?? '') && word.plain !== 'and'
      )
    // two names, unless both parts make one with the same end
    if (word.plain === 'and') return oneName(words, index)
    if (word.plain === 'in' || word.plain === 'at') return false
    return !noNames.has(next.plain) || next.plain === 'the'
  }
  if (form) return true
  if (noNames.has(word.plain) && word.text !== word.text.toUpperCase()) return false
  return (
    isCapital(word.text) &&
    !/^(?:and|a|an|having|whose|with|located|between|by|dated|whereas)$/.test(word.plain)
  )
}

/** Whether the brackets that begin before the word end soon, and the end of a company's name follows. */
function closesWithForm(words: readonly Word[], index: number): boolean {
  const after = words.slice(index + 1, index + 4).find(({ gap }) => gap.includes(')'))
  return after !== undefined && /^\) $/.test(after.gap) && legalForms.has(after.plain)
}

/** Whether "and" is a part of a name: before it there is none of a company yet, and after it one ends soon. */
function oneName(words: readonly Word[], index: number): boolean {
  if (words.slice(0, index).some(({ plain }) => legalForms.has(plain))) return false
  const after = words.slice(index + 1, index + 5)
  const end = after.findIndex(({ plain }) => legalForms.has(plain))
  return (
    index === 1 &&
    end >= 0 &&
    end <= 1 &&
    after.slice(0, end + 1).every(({ text, gap }) => isCapital(text) && /^ ?,? ?$/.test(gap))
  )
}

/** e-centives, Inc. */
const isBrand = ([first, second]: readonly Word[]) =>
  first !== undefined &&
  second !== undefined &&
  /^[a-z]/.test(first.text) &&
  !noNames.has(first.plain) &&
  last.has(second.plain) &&
  isCapital(second.text)

const isCapital = (word: string) =>
  /^["(]?[\p{Lu}\d]/u.test(word) ||
  /^[a-z]{1,2}[A-Z]/.test(word) ||
  /^[a-z0-9]{3,20}\.com$/i.test(word) ||
  word === '&'

function wordsOf(text: string): Word[] {
  const words: Word[] = []
  let before = 0
  for (const match of text.slice(0, 200).matchAll(/[\p{L}\d][\p{L}\d.'&/!+-]{0,40}|&/gu)) {
    const written = match[0]
    const end = match.index + written.length
    words.push({
      text: written,
      plain: written.replace(/[./]/g, '').toLowerCase(),
      start: match.index,
      end,
      gap: text.slice(before, match.index),
    })
    before = end
  }
  return words
}

const tidy = (name: string) => {
  const plain = name.replace(/ {2,}/g, ' ').trim()
  // a stop that ends the sentence, and not an abbreviation
  return plain.endsWith('.') &&
    !/(?:\b(?:inc|ltd|corp|co|llc|l\.l\.c|l\.p|lp|s\.a|n\.v|b\.v|jr|sr)|\.[A-Za-z])\.$/i.test(plain)
    ? plain.slice(0, -1)
    : plain
}
