// The tags of a matter: adding one by typing it, taking one off.
import { Autocomplete, Pill } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ErrorAlert } from '../../../components/error-alert.tsx'
import { answer, client } from '../../../lib/client.ts'
import { useAction } from '../../../lib/use-action.ts'
import type { RecordOverview } from '../record-calls.ts'
import { recordChanged, type RecordRef } from '../records.ts'
import { tellDone } from '../tell.ts'
import { recordTexts } from '../texts.ts'
import { SidePanel } from './side-panel.tsx'
import classes from './side-panel.module.css'

const texts = recordTexts.tags
type Tag = NonNullable<RecordOverview['tags']>[number]

export function TagsPanel({ target, overview }: { target: RecordRef; overview: RecordOverview }) {
  const { tags = [], can } = overview
  const remove = useRemoveTag(target)
  return (
    <SidePanel title={texts.title}>
      {tags.length === 0 && !can.contribute ? <p className={classes.quiet}>{texts.none}</p> : null}
      {tags.length === 0 ? null : (
        <div className={classes.tags}>
          {tags.map((tag) => (
            <Pill
              key={tag.id}
              size="md"
              withRemoveButton={can.contribute}
              onRemove={() => remove.mutate(tag)}
              removeButtonProps={{
                'aria-label': texts.remove(tag.description),
                tabIndex: 0,
                'aria-hidden': false,
              }}
            >
              {tag.description}
            </Pill>
          ))}
        </div>
      )}
      <ErrorAlert error={remove.error} />
      {can.contribute ? <AddTag target={target} known={tags} /> : null}
    </SidePanel>
  )
}

function AddTag({ target, known }: { target: RecordRef; known: readonly Tag[] }) {
  const [word, setWord] = useState('')
  const add = useAddTag(target)
  const suggested = useQuery({
    queryKey: ['tags', 'all'],
    queryFn: ({ signal }) =>
      answer(client.GET('/v2/tags', { params: { query: { $top: 200, $orderby: 'Description' } }, signal })),
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
        size="xs"
        aria-label={texts.add}
        placeholder={texts.add}
        data={[...new Set(names)]}
        limit={8}
        maxLength={100}
        value={word}
        onChange={setWord}
        onOptionSubmit={send}
        onKeyDown={(event) => {
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
      tellDone(texts.added(description), async () => {
        await removeTag(target.id, id)
        await recordChanged(queries, target)
      })
    },
  })
}

function useRemoveTag(target: RecordRef) {
  const queries = useQueryClient()
  return useAction({
    mutationFn: ({ id }: Tag) => removeTag(target.id, id),
    onSuccess: async (_answer, { description }) => {
      await recordChanged(queries, target)
      tellDone(texts.removed(description), async () => {
        const params = { path: { matterId: target.id } }
        await answer(client.POST('/v2/matters/{matterId}/tags', { params, body: { description } }))
        await recordChanged(queries, target)
      })
    },
  })
}

const removeTag = (matterId: number, tagId: number) =>
  answer(client.DELETE('/v2/matters/{matterId}/tags/{tagId}', { params: { path: { matterId, tagId } } }))
