// The name of a view and who can use it.
import { Button, Group, Radio, Select, Stack, TextInput } from '@mantine/core'
import { Modal } from '../../components/floating/modal.tsx'
import { useState } from 'react'
import { ActionButton } from '../../components/action-button.tsx'
import { ErrorAlert } from '../../components/error-alert.tsx'
import { texts } from '../texts.ts'
import { type Naming, useOwnTeams } from './views.ts'

export function ViewDialog(props: {
  title: string
  start: Naming
  mayShareWithAll: boolean
  busy: boolean
  error: unknown
  onSave: (naming: Naming) => void
  onClose: () => void
}) {
  const { title, start, mayShareWithAll, busy, error, onSave, onClose } = props
  const [naming, setNaming] = useState(start)
  const teams = useOwnTeams(true)
  const onlyTeam = teams.data?.length === 1 ? teams.data[0]?.id : undefined
  const isComplete =
    naming.name.trim() !== '' && (naming.sharedWith !== 'Team' || naming.teamId !== undefined)
  return (
    <Modal opened onClose={onClose} title={title}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (isComplete) onSave({ ...naming, name: naming.name.trim() })
        }}
      >
        <Stack>
          <TextInput
            data-autofocus
            size="sm"
            label={texts.viewName}
            maxLength={100}
            required
            value={naming.name}
            onChange={(event) => setNaming({ ...naming, name: event.currentTarget.value })}
          />
          <Radio.Group
            label={texts.viewFor}
            value={naming.sharedWith}
            onChange={(value) =>
              setNaming({ ...naming, sharedWith: value, teamId: naming.teamId ?? onlyTeam })
            }
          >
            <Stack gap="xs" mt="xs">
              <Radio value="Me" label={texts.viewForMe} />
              <Radio value="Team" label={texts.viewForTeam} disabled={teams.data?.length === 0} />
              {mayShareWithAll && <Radio value="Organization" label={texts.viewForAll} />}
            </Stack>
          </Radio.Group>
          {naming.sharedWith === 'Team' && (
            <Select
              size="sm"
              required
              label={texts.viewTeam}
              data={(teams.data ?? []).map(({ id, name }) => ({
                value: String(id),
                label: name ?? String(id),
              }))}
              value={naming.teamId === undefined ? null : String(naming.teamId)}
              onChange={(id) => setNaming({ ...naming, teamId: id === null ? undefined : Number(id) })}
            />
          )}
          <ErrorAlert error={error} />
          <Group justify="flex-end">
            <Button size="sm" variant="default" onClick={onClose}>
              {texts.cancel}
            </Button>
            <ActionButton size="sm" type="submit" busy={busy}>
              {texts.save}
            </ActionButton>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
