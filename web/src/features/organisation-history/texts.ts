// What the history of the organisation says of acts.
import { actionWords } from '../records/history/texts.ts'
import { actPhrases } from './act-phrases.ts'

/** What somebody did. */
export const wordsOf = (action: string): string => actPhrases[action] ?? actionWords(action)
