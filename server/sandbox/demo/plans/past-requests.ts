// What people of the demo asked for in the last months, and what became of it, as data. Days count back from today.
import { parties } from './generated-records.ts'

interface PastRequest {
  readonly by: string
  /** The title of a request type. */
  readonly type: string
  readonly name: string
  /** Who gives it to its manager; its type does if absent. */
  readonly givenBy?: string
  readonly manager: string
  readonly made: number
  readonly decided: number
  /** Why it was declined, if it was. */
  readonly reason: string | undefined
  /** When its work was done; undefined for work that goes on. */
  readonly done: number | undefined
}

const counsel = 'counsel@harbour.example'
const head = 'admin@harbour.example'

interface Subject {
  readonly type: string
  readonly by: readonly string[]
  readonly givenBy?: string
  readonly managers: readonly string[]
  readonly names: readonly string[]
  /** How many days a decision takes at least and at most. */
  readonly takes: readonly [least: number, most: number]
  readonly reason: string
}

const subjects: readonly Subject[] = [
  {
    type: 'Review a contract',
    by: ['liam.doyle@harbour.example', 'zara.ahmed@harbour.example', 'chloe.martin@harbour.example'],
    givenBy: head,
    managers: ['ruth.adeyemi@harbour.example', counsel, 'mei.tanaka@harbour.example'],
    names: parties.slice(0, 12).map((party) => `Terms of ${party}`),
    takes: [1, 7],
    reason: 'Below the value from which we review: use the checklist for small purchases.',
  },
  {
    type: 'Question about employment',
    by: ['ivy.campbell@harbour.example', 'grace.tui@harbour.example', 'oscar.lindgren@harbour.example'],
    givenBy: head,
    managers: ['aroha.ngata@harbour.example'],
    names: [
      'Reference for somebody who left last year',
      'Breaks on the night shift',
      'Warning after repeated lateness',
      'Leave during a period of notice',
      'Contractor who would like to be employed',
      'Overtime before the holidays',
      'Medical certificate from abroad',
      'Trial periods in the warehouse',
    ],
    takes: [1, 4],
    reason: 'Answered in the guide for managers, chapter 3.',
  },
  {
    type: 'A new partner',
    by: ['zara.ahmed@harbour.example', 'liam.doyle@harbour.example'],
    managers: [counsel],
    names: ['Samoa', 'Chile', 'Singapore', 'Tasmania', 'Vietnam', 'Portugal'].map(
      (place) => `Distributor for ${place}`,
    ),
    takes: [3, 12],
    reason: 'The board has decided against more distributors in this region this year.',
  },
]

const at = <Item>(items: readonly Item[], index: number): Item => items[index % items.length] as Item

const requestsOf = ({ type, by, managers, names, takes, reason, ...more }: Subject): readonly PastRequest[] =>
  names.map((name, index) => {
    const made = 14 + Math.floor((index * 290) / names.length) + ((index * 5) % 7)
    const [least, most] = takes
    const decided = made - least - ((index * 3) % (most - least + 1))
    const isDeclined = index % 6 === 4
    const worked = 9 + ((index * 13) % 40)
    return {
      ...more,
      type,
      name,
      by: at(by, index),
      manager: at(managers, index),
      made,
      decided,
      reason: isDeclined ? reason : undefined,
      done: isDeclined || worked >= decided ? undefined : decided - worked,
    }
  })

/** The oldest first. */
export const pastRequests: readonly PastRequest[] = subjects
  .flatMap(requestsOf)
  .toSorted((one, other) => other.made - one.made)
