// The texts about what a handover would do, and what is left without anyone.
import { counted } from '../../../lib/counted.ts'

export const texts = {
  handOver: (count: number) => `Hand over ${counted(count, 'item')}`,
  previewTitle: (count: number, who: string) => `Hand over ${counted(count, 'item')} to ${who}?`,
  what: 'What',
  gets: (who: string) => `To ${who}`,
  stays: 'Stays',
  sole: 'With nobody else',
  none: '–',
  untilDay: (day: string) => `Everything that is still there goes back after ${day}.`,
  forGood: 'For good. It can be taken back for a day.',
  staysWhy: 'These stay where they are',
  more: 'There is more than one step can show. It is handed over as well.',
  soleLead: (count: number) =>
    count === 1
      ? '1 item stays that nobody else is responsible for.'
      : `${counted(count, 'item')} stay that nobody else is responsible for.`,
  allCovered: 'Nothing is left that nobody else is responsible for.',
  soleRecords: (count: number) => `Nobody else can open ${counted(count, 'record')}`,
  soleRecordsAfter: 'To disable the person, name who gets these.',
  soleRecordsNow: 'Name below who gets these: that person becomes a member of them, and their owner.',
  without: (count: number) =>
    count === 1
      ? '1 item would be left without anyone'
      : `${counted(count, 'item')} would be left without anyone`,
  isWithout: (count: number) =>
    count === 1 ? '1 item is left without anyone' : `${counted(count, 'item')} are left without anyone`,
  withoutHint: 'No other active colleague is responsible for these. Hand them over first.',
  isWithoutHint: 'No active colleague is responsible for these until you hand them over.',
  unshown: (count: number) => `and ${counted(count, 'more', 'more')}`,
  soleOf: (count: number, all: number) =>
    count === all ? 'Nobody else is responsible for them' : `Nobody else is responsible for ${count} of them`,
  soleOne: 'Nobody else is responsible for it',
} as const
