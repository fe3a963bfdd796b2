// The law that governs the contract.
import type { ContractText, Sentence } from './contract-text.ts'
import type { Certainty, FoundFact } from './fact.ts'
import { placeAtStartOf } from './places.ts'

const governs =
  /\b(?:govern(?:ed|ing|s)?|construed|interpreted|interpretation|enforced|subject to|applicable law|appl(?:y|ies|icable)|in accordance with|under the laws?)\b/i
const ofThisContract =
  /\b(?:this|the|these|present) [\w "-]{0,60}?(?:agreement|contract|terms|conditions|instrument|letter|guarantee|license|lease|note|addendum|amendment)\b/i
const strong = /\b(?:governed|construed|interpreted)\b/i
// what the parties are, and not what they agree
const ofCompanies =
  /\b(?:organi[sz]ed|incorporated|existing|formed|registered|chartered|licensed|qualified) (?:and (?:validly )?existing )?(?:and in good standing )?(?:under|in accordance with|pursuant to|in)\b/i

const lawsOf =
  /\blaws? (?:and (?:judicial )?(?:jurisdiction|decisions|regulations|rules|statutes) )?(?:(?:in force |in effect )?(?:of|in) )(?:and (?:in|of) )?(?:the )?(?:(?:state|commonwealth|province|republic|kingdom|territory|sovereign state|country|canton|u\.?s\.? state|state and city|city and state|courts? of the state|united states? and the state) of )?(?:the )?/gi
const placeLaw =
  /\b(?:by|with|under|to|through) (?:the )?(?:internal |substantive |domestic |local |state )?(?:the )?((?:[A-Z][\w.'-]{1,20} ){1,3})(?:state )?laws?\b/gi
const headed =
  /\b(?:governing|applicable) law(?: and jurisdiction)? ?[:.-] ?(?:the )?(?:laws? of )?(?:the )?(?:(?:state|commonwealth|province|republic) of )?(?:the )?/gi

interface Candidate {
  readonly place: string
  readonly sentence: Sentence
  readonly points: number
}

/** The governing law, from the sentence that says it most clearly. */
export function readGoverningLaw({ sentences, text }: ContractText): readonly FoundFact[] {
  const candidates = sentences.flatMap((sentence) => candidatesIn(sentence))
  const best = candidates.toSorted((one, other) => other.points - one.points)[0]
  const { place, sentence } = best ?? {}
  if (!best || place === undefined || !sentence || best.points < 2) return []
  const others = candidates.filter((each) => each.points >= best.points && each.place !== place)
  const certainty: Certainty =
    best.points >= 4 && others.length === 0 ? 'certain' : best.points >= 3 ? 'likely' : 'possible'
  return [
    { kind: 'governingLaw', place, certainty, start: sentence.start, end: trimmedEnd(text, sentence.end) },
  ]
}

const trimmedEnd = (text: string, end: number) => (text[end - 1] === ' ' ? end - 1 : end)

function candidatesIn(sentence: Sentence): Candidate[] {
  const { text } = sentence
  if (!/\blaws?\b/i.test(text) || !governs.test(text)) return []
  const found: Candidate[] = []
  const add = (place: string, at: number) => {
    const before = text.slice(Math.max(0, at - 90), at)
    if (ofCompanies.test(before)) return
    const points =
      (/\b(?:governed|construed|construction|interpreted|interpretation|enforced|enforcement|governing)\b/i.test(
        text.slice(Math.max(0, at - 260), at),
      )
        ? 2
        : 0) +
      (ofThisContract.test(text) ? 1 : 0) +
      (strong.test(text) ? 1 : 0) +
      (/^[^.;]{0,60}\b(?:(?:shall|will) (?:govern|apply|control)|governs?|appl(?:y|ies))\b/i.test(
        text.slice(at, at + 110),
      )
        ? 2
        : 0) -
      (place === 'United States' ? 3 : 0)
    found.push({ place, sentence, points })
  }
  for (const { index, 0: words } of text.matchAll(lawsOf)) {
    const named = placeAtStartOf(text.slice(index + words.length))
    if (named) add(named.place, index)
  }
  for (const { index, 0: words } of text.matchAll(headed)) {
    const named = placeAtStartOf(text.slice(index + words.length))
    if (named) add(named.place, index + words.length)
  }
  for (const { index, 1: name = '' } of text.matchAll(placeLaw)) {
    const named = placeAtStartOf(name.trim())
    if (named && named.length === name.trim().length) add(named.place, index)
  }
  return found
}
