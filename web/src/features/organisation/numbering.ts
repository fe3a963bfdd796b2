// How the organisation numbers its records: read, tried and set.
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Answer, Sent } from '../../lib/calls.ts'
import { answer, answerWithTag, client, ifMatch } from '../../lib/client.ts'
import { useMergedForm } from '../../forms/use-merged-form.ts'
import type { Version } from '../../lib/conflict.ts'
import { numberingTexts as texts } from './numbering-texts.ts'

export type Numbering = Answer<'/v2/numbering'>
export type Pattern = Sent<'/v2/numbering', 'patch'>['patterns'][number]

/** The next numbers by patterns that are not set yet, or what is wrong with them. */
export const useNumbers = (patterns: readonly Pattern[]) =>
  useQuery({
    queryKey: ['organisation', 'numbering', 'preview', patterns],
    queryFn: async ({ signal }) => {
      const body = { patterns: [...patterns] }
      return (await answer(client.POST('/v2/numbering/preview', { body, signal }))).patterns
    },
    enabled: patterns.length > 0,
    retry: false,
    gcTime: 0,
    placeholderData: keepPreviousData,
  })

/** A pattern as it is edited: what is sent of it. */
export interface Draft {
  readonly key: number
  readonly pattern: Pattern
}

/** All patterns with their version, for the form. */
const draftsOf = ({ value, etag }: Version<Numbering>): Version<Drafts> => ({
  value: { patterns: value.patterns.map((pattern, key) => ({ key, pattern: sentPattern(pattern) })) },
  etag,
})

interface Drafts {
  readonly patterns: readonly Draft[]
}

// the next number is sent only where somebody says it: otherwise another one may have been given since it was read
const sentPattern = ({
  numbers: _numbers,
  next: _next,
  type,
  ...pattern
}: Numbering['patterns'][number]): Pattern => ({
  ...pattern,
  type: type?.id === undefined ? null : { id: type.id },
})

const patternWords = (drafts: unknown): string | undefined =>
  (drafts as readonly Draft[])
    .map(({ pattern: { recordType, prefix, separator, year, digits } }) => {
      const number = [
        prefix,
        year === 'None' ? '' : `{${texts.years[year].toLowerCase()}}`,
        '1'.padStart(digits, '0'),
      ]
      return `${recordType}: ${number.filter((part) => part !== '').join(separator)}`
    })
    .join(', ') || undefined

/** The form of the patterns: where somebody else has changed them meanwhile, it asks which to keep. */
export function useNumberingForm(read: Version<Numbering>) {
  const queries = useQueryClient()
  return useMergedForm<Drafts>(draftsOf(read), {
    send: ({ patterns = [] }, etag) => {
      const body = { patterns: patterns.map(({ pattern }) => pattern) }
      return answer(client.PATCH('/v2/numbering', { body, headers: ifMatch(etag) }))
    },
    read: async () => draftsOf(await answerWithTag(client.GET('/v2/numbering'))),
    words: ({ mine, theirs }) => ({
      label: texts.patterns,
      mine: patternWords(mine),
      theirs: patternWords(theirs),
    }),
    onSaved: () => queries.invalidateQueries({ queryKey: ['organisation', 'numbering'] }),
  })
}
