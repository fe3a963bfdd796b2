// The words of the page of records that nobody can open.
import type { KindNames } from '../../lib/kinds.ts'

export const unattendedTexts = {
  title: 'Records no one can open',
  lead: 'No one active in your organisation can open these: their people were disabled or have left. You can take one over and give it to someone.',
  none: 'None: someone can open every one of them.',
  named: ({ type }: KindNames, id: number) => `${type} ${id}`,
  about: (owner: string, when: string, isRestricted: boolean) =>
    `Owned by ${owner}, created on ${when}${isRestricted ? ', restricted' : ''}`,
  take: 'Take over',
  takeNamed: (name: string) => `Take over ${name}`,
  takeTitle: (name: string) => `Take over ${name}?`,
  takeLead: 'You become its owner and see everything on it. The people on it are notified.',
  reason: 'Reason',
  reasonHint: 'It stays in the history, where everyone on it reads it.',
  taken: (name: string) => `You now own ${name}`,
} as const
