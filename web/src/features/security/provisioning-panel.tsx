// Provisioning by the identity provider (SCIM): its address and tokens, and what its groups give.
import { Button, Checkbox, Group, NativeSelect, Stack, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { ActionButton } from '../../components/action-button.tsx'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { CopyField } from '../../components/copy-field.tsx'
import { ErrorAlert } from '../../components/error-alert.tsx'
import { useFormat } from '../../components/format-context.ts'
import { Loading } from '../../components/loading.tsx'
import { Notice } from '../../components/notice.tsx'
import { Panel } from '../../components/panel.tsx'
import { nameOf } from '../../lib/person-name.ts'
import { fieldError } from '../../lib/refusal.ts'
import { rolesQuery } from '../roles/roles.ts'
import rows from '../account/sessions-panel.module.css'
import {
  groupsQuery,
  type ProvisionedGroup,
  teamsQuery,
  tokensQuery,
  useCreateToken,
  useEndToken,
  useMapGroup,
} from './provisioning.ts'

export function ProvisioningPanel() {
  return (
    <Panel title="Provisioning">
      <p>
        Your identity provider can keep people up to date by SCIM 2.0: who joins gets an account, who leaves
        is signed out everywhere at once. People need an address in a mail domain of your organisation.
      </p>
      <CopyField label="Address for the provider" value={`${window.location.origin}/scim/v2`} />
      <Tokens />
      <Groups />
    </Panel>
  )
}

const madeBy = (when: string, name: string | undefined) => (name ? `Made ${when} by ${name}` : `Made ${when}`)

function Tokens() {
  const format = useFormat()
  const tokens = useQuery(tokensQuery)
  const create = useCreateToken()
  const end = useEndToken()
  const [name, setName] = useState('')
  const [made, setMade] = useState<string>()
  const [ending, setEnding] = useState<{ id: number; name: string }>()

  function submit(event: FormEvent) {
    event.preventDefault()
    create.mutate(name, {
      onSuccess: ({ token }) => {
        setMade(token)
        setName('')
      },
    })
  }

  return (
    <Stack>
      <h3 style={{ marginBottom: 0 }}>Tokens</h3>
      <ErrorAlert error={tokens.error} />
      {tokens.isPending ? <Loading /> : null}
      {tokens.data?.items.length === 0 ? <p style={{ margin: 0 }}>There is none.</p> : null}
      <ul className={rows.list}>
        {(tokens.data?.items ?? []).map(({ id, name: called, created, keptBy, lastUsed }) => (
          <li key={id} className={rows.row}>
            <div>
              <p className={rows.name}>{called}</p>
              <p className={rows.facts}>
                {madeBy(format.dateTime(created.dateUtc ?? ''), created.userName)} ·{' '}
                {keptBy ? `looked after by ${nameOf(keptBy)} · ` : ''}
                {lastUsed ? `last used ${format.dateTime(lastUsed.dateUtc)}` : 'never used'}
              </p>
            </div>
            <Button
              variant="default"
              aria-label={`End the token ${called}`}
              onClick={() => setEnding({ id, name: called })}
            >
              End
            </Button>
          </li>
        ))}
      </ul>
      {made === undefined ? null : (
        <Notice kind="caution" title="Copy the token now">
          <p>It is not shown again. Anyone who has it can add and disable people of your organisation.</p>
          <CopyField label="Token" value={made} />
        </Notice>
      )}
      <form onSubmit={submit} noValidate>
        <ErrorAlert error={create.error} shownFields={['name']} />
        <Group align="end" gap="xs">
          <TextInput
            label="Name of a new token"
            maxLength={100}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            error={fieldError(create.error, 'name')}
          />
          <ActionButton type="submit" busy={create.isPending}>
            Make a token
          </ActionButton>
        </Group>
      </form>
      <ConfirmDialog
        opened={ending !== undefined}
        title={`End the token ${ending?.name ?? ''}?`}
        confirmLabel="End the token"
        busy={end.isPending}
        error={end.error}
        onConfirm={() => ending && end.mutate(ending.id, { onSuccess: () => setEnding(undefined) })}
        onClose={() => setEnding(undefined)}
      >
        The identity provider can no longer change anything with it, from now on.
      </ConfirmDialog>
    </Stack>
  )
}

function Groups() {
  const groups = useQuery(groupsQuery)
  return (
    <>
      <h3 style={{ marginBottom: 0 }}>What its groups give</h3>
      <ErrorAlert error={groups.error} />
      {groups.data?.items.length === 0 ? (
        <p style={{ margin: 0 }}>
          The provider has sent no group yet. Until it does, you decide about roles and teams.
        </p>
      ) : null}
      <ul className={rows.list}>
        {(groups.data?.items ?? []).map((group) => (
          <GroupRow key={group.id} group={group} />
        ))}
      </ul>
    </>
  )
}

const roles = [
  { value: '', label: 'No role' },
  { value: 'Administrator', label: 'Administrator' },
  { value: 'InhouseLegal', label: 'In-house legal' },
  { value: 'Contributor', label: 'Contributor' },
  { value: 'MatterManager', label: 'Matter manager' },
  { value: 'Standard', label: 'Business user' },
  { value: 'External', label: 'External' },
]

function roleMapping(value: string) {
  if (value === '') return { role: null, customRole: null }
  const isOwn = /^\d+$/.test(value)
  return isOwn ? { customRole: { id: Number(value) } } : { role: value as ProvisionedGroup['role'] }
}

const rights = [
  ['MatterAdministrators', 'All matters'],
  ['ContractAdministrators', 'All contracts'],
] as const

function GroupRow({ group }: { group: ProvisionedGroup }) {
  const teams = useQuery(teamsQuery)
  const own = useQuery(rolesQuery)
  const map = useMapGroup()
  const { id, name, members } = group
  const offered = [
    { value: '', label: 'No team' },
    ...(teams.data ?? []).map((team) => ({ value: String(team.id), label: team.name })),
  ]
  return (
    <li className={rows.row}>
      <div>
        <p className={rows.name}>{name}</p>
        <p className={rows.facts}>{members === 1 ? '1 member' : `${members} members`}</p>
        <ErrorAlert error={map.error} />
      </div>
      <Group gap="xs">
        <NativeSelect
          aria-label={`Role of ${name}`}
          data={[...roles, ...(own.data ?? []).map((one) => ({ value: String(one.id), label: one.name }))]}
          value={group.customRole ? String(group.customRole.id) : (group.role ?? '')}
          onChange={({ currentTarget: { value } }) => map.mutate({ groupId: id, ...roleMapping(value) })}
        />
        <NativeSelect
          aria-label={`Team of ${name}`}
          data={offered}
          value={group.team ? String(group.team.id) : ''}
          onChange={({ currentTarget: { value } }) =>
            map.mutate({ groupId: id, team: value === '' ? null : { id: Number(value) } })
          }
        />
        {rights.map(([right, label]) => (
          <Checkbox
            key={right}
            label={label}
            aria-label={`${label}: ${name}`}
            checked={group.groups.includes(right)}
            onChange={({ currentTarget: { checked } }) =>
              map.mutate({
                groupId: id,
                groups: checked ? [...group.groups, right] : group.groups.filter((each) => each !== right),
              })
            }
          />
        ))}
      </Group>
    </li>
  )
}
