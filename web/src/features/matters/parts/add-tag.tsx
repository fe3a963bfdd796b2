// Adding a tag to a matter by typing it; tags that others use are suggested.
import { Autocomplete } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { ErrorAlert } from '../../../components/error-alert.tsx'
import { closesChoices } from '../../../components/floating/escape.ts'
import { answer, client } from '../../../lib/client.ts'
import { useAction } from '../../../lib/use-action.ts'
import { recordChanged, type RecordRef } from '../../records/records.ts'
import { showDone } from '../../records/show-done.ts'
import { matterTexts } from '../texts.ts'
import { removeTag, type Tag } from './tags.ts'

const texts = matterTexts.tags

/** `onClose` is called when it is left with nothing in it. */
export function AddTag(props: { target: RecordRef; known: readonly Tag[]; onClose: () => void }) {
  const { target, known, onClose } = props
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.focus(), [])
  const [word, setWord] = useState('')
  const add = useAddTag(target)
  const suggested = useQuery({
    queryKey: ['tags', 'all'],
    queryFn: ({ signal }) =>
      answer(
        client.GET('/v2/tags', { params: { query: { $top: 200, $orderby: 'Place,Description' } }, signal }),
      ),
    enabled: word !== '',
    staleTime: 60_000,
  })
  const has = new Set(known.map(({ description }) => description.toLowerCase()))
  const names = (suggested.data?.items ?? [])
    .map(({ description }) => description ?? '')
    .filter((name) => name !== '' && !has.has(name.toLowerCase()))

  function send(text: string) {
    if (text.trim() === '') return
    setWord('')
    add.mutate(text.trim(), { onError: () => setWord(text) })
  }

  return (
    <>
      <ErrorAlert error={add.error} />
      <Autocomplete
        ref={input}
        size="xs"
        aria-label={texts.add}
        placeholder={texts.add}
        data={[...new Set(names)]}
        limit={8}
        maxLength={100}
        value={word}
        onChange={setWord}
        onOptionSubmit={send}
        onBlur={() => word.trim() === '' && onClose()}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && word === '' && !closesChoices(event.target)) onClose()
          if (event.key === 'Enter' && event.currentTarget.getAttribute('aria-activedescendant') === null)
            send(word)
        }}
      />
    </>
  )
}

function useAddTag(target: RecordRef) {
  const queries = useQueryClient()
  return useAction({
    mutationFn: (description: string) =>
      answer(
        client.POST('/v2/matters/{matterId}/tags', {
          params: { path: { matterId: target.id } },
          body: { description },
        }),
      ),
    onSuccess: async ({ id, description }) => {
      await recordChanged(queries, target)
      showDone(texts.added(description), async () => {
        await removeTag(target.id, id)
        await recordChanged(queries, target)
      })
    },
  })
}
