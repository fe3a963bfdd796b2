// The tags of a matter: adding one by typing it, taking one off.
import { Pill, UnstyledButton } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { lazily } from '../../../components/lazily.tsx'
import { ErrorAlert } from '../../../components/error-alert.tsx'
import { answer, client } from '../../../lib/client.ts'
import { useAction } from '../../../lib/use-action.ts'
import type { RecordOverview } from '../../records/record-calls.ts'
import { recordChanged, type RecordRef } from '../../records/records.ts'
import { showDone } from '../../records/show-done.ts'
import { matterTexts } from '../texts.ts'
import { SidePanel } from '../../records/parts/side-panel.tsx'
import classes from '../../records/parts/side-panel.module.css'
import { removeTag, type Tag } from './tags.ts'

const AddTag = lazily(() => import('./add-tag.tsx'), 'AddTag')
const texts = matterTexts.tags

export function TagsPanel({ target, overview }: { target: RecordRef; overview: RecordOverview }) {
  const { tags = [], can } = overview
  const remove = useRemoveTag(target)
  const [adding, setAdding] = useState(false)
  return (
    <SidePanel title={texts.title}>
      {tags.length === 0 && !can.rights.includes('tags') ? (
        <p className={classes.quiet}>{texts.none}</p>
      ) : null}
      {tags.length === 0 ? null : (
        <div className={classes.tags}>
          {tags.map((tag) => (
            <Pill
              key={tag.id}
              title={tag.description}
              size="md"
              withRemoveButton={can.rights.includes('tags')}
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
      {!can.rights.includes('tags') ? null : adding ? (
        <AddTag target={target} known={tags} onClose={() => setAdding(false)} />
      ) : (
        <UnstyledButton className={classes.add ?? ''} data-screen-only onClick={() => setAdding(true)}>
          <IconPlus size={14} aria-hidden="true" />
          {texts.add}
        </UnstyledButton>
      )}
    </SidePanel>
  )
}

function useRemoveTag(target: RecordRef) {
  const queries = useQueryClient()
  return useAction({
    mutationFn: ({ id }: Tag) => removeTag(target.id, id),
    onSuccess: async (_answer, { description }) => {
      await recordChanged(queries, target)
      showDone(texts.removed(description), async () => {
        const params = { path: { matterId: target.id } }
        await answer(client.POST('/v2/matters/{matterId}/tags', { params, body: { description } }))
        await recordChanged(queries, target)
      })
    },
  })
}
