// Every event that the history shows has words on the pages of history.
import { expect, test } from 'vitest'
import { historyNames } from '../../server/platform/events/event-names.ts'
import { topicRules } from '../../server/platform/events/topics.ts'
import { kindNames } from '../../web/src/lib/kinds.ts'
import { wordsOf } from '../../web/src/features/organisation-history/texts.ts'

/** What stands there for an event without words of its own. */
const nameAsWords = (name: string) =>
  kindNames
    .reduce((rest, { one }) => (rest.startsWith(`${one}.`) ? rest.slice(one.length + 1) : rest), name)
    .replaceAll('.', ' ')
    .replaceAll(/[-_]/g, ' ')

test('what happened is said in words, not by the name of its event', () => {
  const names = [...historyNames, ...Object.keys(topicRules)]
  expect(names.length).toBeGreaterThan(200)
  expect(names.filter((name) => wordsOf(name) === nameAsWords(name))).toEqual([])
})
