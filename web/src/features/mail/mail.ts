// Requests about the texts and the sender of mails.
import { keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMergedForm } from '../../forms/use-merged-form.ts'
import type { Answer, Sent } from '../../lib/calls.ts'
import { answer, answerWithTag, client, ifMatch } from '../../lib/client.ts'
import type { Version } from '../../lib/conflict.ts'
import { useAction } from '../../lib/use-action.ts'
import { mailTexts as texts } from './texts.ts'

export type MailSettings = Answer<'/v2/mailSettings'>
export type MailText = Answer<'/v2/mailTexts/{mail}'>
export type MailTextVersion = Answer<'/v2/mailTexts/{mail}/versions'>['items'][number]
type Text = Sent<'/v2/mailTexts/{mail}', 'put'>

const key = ['mail'] as const

/** The settings with their version. */
export const mailSettingsQuery = queryOptions({
  queryKey: [...key, 'settings'],
  queryFn: ({ signal }) => answerWithTag(client.GET('/v2/mailSettings', { signal })),
})

export const mailTextsQuery = queryOptions({
  queryKey: [...key, 'texts'],
  queryFn: async ({ signal }) => (await answer(client.GET('/v2/mailTexts', { signal }))).items,
})

/** The text of a mail with its version. */
export const mailTextQuery = (mail: string) =>
  queryOptions({
    queryKey: [...key, 'texts', mail],
    queryFn: ({ signal }) =>
      answerWithTag(client.GET('/v2/mailTexts/{mail}', { params: { path: { mail } }, signal })),
  })

export const mailVersionsQuery = (mail: string) =>
  queryOptions({
    queryKey: [...key, 'texts', mail, 'versions'],
    queryFn: async ({ signal }) =>
      (await answer(client.GET('/v2/mailTexts/{mail}/versions', { params: { path: { mail } }, signal })))
        .items,
  })

/** The mail with sample values, or what is wrong with its text. */
export const useMailPreview = (mail: string, text: Text) =>
  useQuery({
    queryKey: [...key, 'preview', mail, text],
    queryFn: ({ signal }) =>
      answer(client.POST('/v2/mailTexts/{mail}/preview', { params: { path: { mail } }, body: text, signal })),
    retry: false,
    gcTime: 0,
    placeholderData: keepPreviousData,
  })

const useRefresh = () => {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: key })
}

const settingWords = (value: unknown) =>
  typeof value === 'boolean' ? (value ? 'Yes' : 'No') : typeof value === 'string' ? value : undefined

const settingLabels: Readonly<Record<string, string>> = {
  senderName: texts.senderName,
  replyTo: texts.replyTo,
  withLogo: texts.withLogo,
}

/** The form of the settings, in which what somebody else changes meanwhile is kept as well. */
export function useMailSettingsForm(read: Version<MailSettings>) {
  const refresh = useRefresh()
  return useMergedForm(read, {
    send: (body, etag) => answer(client.PATCH('/v2/mailSettings', { body, headers: ifMatch(etag) })),
    read: () => answerWithTag(client.GET('/v2/mailSettings')),
    words: ({ field, mine, theirs }) => ({
      label: settingLabels[field] ?? field,
      mine: settingWords(mine),
      theirs: settingWords(theirs),
    }),
    onSaved: refresh,
  })
}

/** Sets a text, or the standard text again, unless somebody else has changed it since it was read. */
export function useSetMailText(mail: string) {
  const refresh = useRefresh()
  return useAction({
    mutationFn: ({ text, etag }: { text: Text | null; etag: string | undefined }) => {
      const call = { params: { path: { mail } }, headers: ifMatch(etag) }
      return text === null
        ? answer(client.DELETE('/v2/mailTexts/{mail}', call))
        : answer(client.PUT('/v2/mailTexts/{mail}', { ...call, body: text }))
    },
    onSuccess: refresh,
  })
}

export const useTestMailText = (mail: string) =>
  useAction({
    mutationFn: (text: Text) =>
      answer(client.POST('/v2/mailTexts/{mail}/tests', { params: { path: { mail } }, body: text })),
  })
