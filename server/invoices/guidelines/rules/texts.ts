// What descriptions say: too little, several tasks in one, or work that is not a lawyer's.
import { hoursOf, hoursText, isWork, numberIn, percentOf, phraseIn, textsIn } from '../reading.ts'
import { type GuidelineRule, severities } from '../rule.ts'
import { generalWords, verbs } from './words.ts'

const percent = { kind: 'number', least: 0, most: 100, default: 20 } as const

export const vagueText: GuidelineRule = {
  name: 'vagueText',
  settings: { specific: { kind: 'number', least: 1, most: 10, default: 2 }, percent },
  severities,
  severity: 'Flag',
  reason: 'Vague',
  firmText: 'The description does not say what was done: name the document, the subject and the people.',
  ofLine: (line, settings, { invoice: { digits } }) => {
    if (!isWork(line)) return undefined
    const specific = new Set(line.words.filter((word) => !generalWords.has(word) && !isNumber(word)))
    const least = numberIn(settings, 'specific')
    if (specific.size >= least) return undefined
    const said = specific.size === 0 ? 'nothing' : `only “${[...specific].join(' ')}”`
    return {
      why: `The description has ${said} that is specific to the work; ${least} such words are expected.`,
      excess: percentOf(line.amount, numberIn(settings, 'percent'), digits),
    }
  },
}

const isNumber = (word: string) => word.length <= 20 && !Number.isNaN(Number(word))

export const blockBilling: GuidelineRule = {
  name: 'blockBilling',
  settings: {
    hours: { kind: 'number', least: 0, most: 24, default: 2 },
    tasks: { kind: 'number', least: 2, most: 10, default: 3 },
    percent,
  },
  severities,
  severity: 'Flag',
  reason: 'BlockBilling',
  firmText: 'Several tasks are billed in one entry: enter each with its own time.',
  ofLine: (line, settings, { invoice: { digits } }) => {
    if (!isWork(line) || line.hours <= hoursOf(numberIn(settings, 'hours'))) return undefined
    const tasks = tasksIn(line.description)
    if (tasks < numberIn(settings, 'tasks')) return undefined
    return {
      why: `${tasks} tasks in one entry of ${hoursText(line.hours)} hours.`,
      excess: percentOf(line.amount, numberIn(settings, 'percent'), digits),
    }
  },
}

/** The parts of a text that begin with what was done. */
function tasksIn(text: string): number {
  const parts = text.toLowerCase().split(/[;,.\n/&+]|\band\b|\bthen\b/)
  return parts.filter((part) => {
    const [first = '', second = ''] = part.trim().split(' ', 2)
    return isVerb(first) || (first.length <= 3 && isVerb(second))
  }).length
}

const isVerb = (word: string) => verbs.some((verb) => word.startsWith(verb))

export const administrative: GuidelineRule = {
  name: 'administrative',
  settings: {
    phrases: {
      kind: 'phrases',
      default: [
        'photocopy',
        'photocopying',
        'photocopied',
        'scan',
        'scanned',
        'scanning',
        'printing',
        'filing of papers',
        'organise file',
        'organize file',
        'organised file',
        'organized file',
        'open file',
        'opening of file',
        'close file',
        'closing of file',
        'conflict check',
        'prepare invoice',
        'preparing invoice',
        'prepare bill',
        'billing enquiry',
        'schedule meeting',
        'scheduling',
        'book travel',
        'booking of travel',
        'update calendar',
        'calendaring',
        'data entry',
        'courier',
        'binders',
      ],
    },
    activities: { kind: 'codes', default: [] },
  },
  severities,
  severity: 'Flag',
  reason: 'Administrative',
  firmText: 'Administrative work is part of the rates and is not paid for.',
  ofLine: (line, settings) => {
    if (!isWork(line)) return undefined
    const phrase = phraseIn(line.words, textsIn(settings, 'phrases'))
    if (phrase !== undefined)
      return { why: `The description has “${phrase}”, administrative work.`, excess: line.amount }
    return line.activityCode !== null && textsIn(settings, 'activities').includes(line.activityCode)
      ? { why: `${line.activityCode} is administrative work.`, excess: line.amount }
      : undefined
  },
}
