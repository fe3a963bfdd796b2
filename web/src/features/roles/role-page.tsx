// One role: changing it, who has it, what they may do, and deleting it. One that is always there is shown only.
import { Button, NativeSelect } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { ActionButton } from '../../components/action-button.tsx'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { ErrorPanel } from '../../components/error-panel.tsx'
import { TextLink } from '../../components/links.tsx'
import { PageSkeleton } from '../../components/page-skeleton.tsx'
import { Page } from '../../components/page.tsx'
import { Panel } from '../../components/panel.tsx'
import { StatusMessage } from '../../components/status-message.tsx'
import { showToast } from '../../components/toast-store.ts'
import { ConflictAsker } from '../../forms/conflict-asker.tsx'
import type { Version } from '../../lib/conflict.ts'
import { nameOf } from '../../lib/person-name.ts'
import { AbilitiesPanel } from './abilities.tsx'
import { type RoleDraft, RoleForm } from './role-form.tsx'
import {
  abilitiesQuery,
  type CustomRole,
  holdersQuery,
  type Role,
  roleQuery,
  rolesQuery,
  useDeleteRole,
  useUpdateRole,
} from './roles.ts'
import { rightLabel, roleTexts as texts } from './role-texts.ts'
import classes from './roles.module.css'

const built = Object.keys(texts.roles) as Role[]

export function RolePage() {
  const { roleId = '' } = useParams({ strict: false })
  const role = built.find((each) => each === roleId)
  return role ? <BuiltRole role={role} /> : <OwnRole key={roleId} roleId={Number(roleId)} />
}

const back = (
  <TextLink size="sm" to="/administration/roles">
    {texts.back}
  </TextLink>
)

function BuiltRole({ role }: { role: Role }) {
  const { data } = useQuery(abilitiesQuery({ role }))
  return (
    <Page title={texts.roles[role]} lead={texts.roleHints[role]} actions={back}>
      <Panel title={texts.defaults}>
        <p className={classes.none}>
          {data?.permissions.length === 0 ? texts.defaultsNone : data?.permissions.map(rightLabel).join(', ')}
        </p>
      </Panel>
      <AbilitiesPanel rights={{ role }} />
    </Page>
  )
}

function OwnRole({ roleId }: { roleId: number }) {
  const role = useQuery(roleQuery(roleId))
  const { data } = role
  return (
    <Page
      title={data?.value.name ?? texts.title}
      lead={data?.value.description ?? undefined}
      actions={data ? <DeleteRole role={data.value} /> : back}
    >
      {role.isPending ? <PageSkeleton lines={8} /> : null}
      {role.isError ? <ErrorPanel error={role.error} retry={role.refetch} /> : null}
      {data ? (
        <ConflictAsker>
          <ChangeRole key={data.etag} role={data} />
        </ConflictAsker>
      ) : null}
      <Holders roleId={roleId} />
    </Page>
  )
}

const draftOf = ({ name, description, role, permissions, groups }: CustomRole): RoleDraft => ({
  name,
  description: description ?? '',
  role,
  permissions,
  groups,
})

function ChangeRole({ role }: { role: Version<CustomRole> }) {
  const [draft, setDraft] = useState(() => draftOf(role.value))
  const update = useUpdateRole(role.value.id)
  const submit = () => {
    const { description, permissions, groups, ...more } = draft
    const after = {
      ...more,
      description: description.trim() === '' ? null : description,
      permissions: [...permissions],
      groups: [...groups],
    }
    update.mutate({ before: role, after }, { onSuccess: (done) => done && showToast({ text: texts.saved }) })
  }
  return (
    <>
      <Panel>
        <RoleForm draft={draft} onDraft={setDraft} error={update.error} onSubmit={submit}>
          <ActionButton type="submit" busy={update.isPending} style={{ justifySelf: 'start' }}>
            {texts.save}
          </ActionButton>
          <StatusMessage>{update.isSuccess ? texts.saved : ''}</StatusMessage>
        </RoleForm>
      </Panel>
      <AbilitiesPanel rights={draft} />
    </>
  )
}

function Holders({ roleId }: { roleId: number }) {
  const found = useInfiniteQuery(holdersQuery(roleId))
  const people = found.data?.pages.flatMap(({ items }) => items) ?? []
  return (
    <Panel title={texts.who}>
      {found.isPending ? <PageSkeleton lines={2} /> : null}
      {found.isError ? <ErrorPanel error={found.error} retry={found.refetch} /> : null}
      {found.isSuccess ? (
        <p className={classes.none}>
          {people.length === 0 ? texts.whoNone : texts.people(found.data.pages[0]?.count ?? people.length)}
        </p>
      ) : null}
      <ul className={classes.list}>
        {people.map((person) => (
          <li key={person.id} className={classes.row}>
            <span className={classes.what}>
              <TextLink size="sm" to="/people/$userId" params={{ userId: person.id ?? '' }}>
                {nameOf(person)}
              </TextLink>
              <span className={classes.about}>{person.email}</span>
            </span>
          </li>
        ))}
      </ul>
      {found.hasNextPage ? (
        <Button size="sm" variant="default" onClick={() => void found.fetchNextPage()}>
          {texts.more}
        </Button>
      ) : null}
    </Panel>
  )
}

function DeleteRole({ role }: { role: CustomRole }) {
  const remove = useDeleteRole(role.id)
  const roles = useQuery(rolesQuery)
  const go = useNavigate()
  const [asking, setAsking] = useState(false)
  const [instead, setInstead] = useState<string>(role.role)
  const others = roles.data?.filter(({ id }) => id !== role.id) ?? []
  const { count } = role.people
  const replacement = built.find((each) => each === instead)
  const confirm = () =>
    remove.mutate(
      count === 0
        ? undefined
        : replacement === undefined
          ? { customRole: { id: Number(instead) } }
          : { role: replacement },
      {
        onSuccess: () => {
          showToast({ text: texts.deleted(role.name) })
          void go({ to: '/administration/roles' })
        },
      },
    )
  return (
    <>
      <Button variant="default" onClick={() => setAsking(true)}>
        {texts.delete}
      </Button>
      <ConfirmDialog
        opened={asking}
        title={texts.deleteTitle(role.name)}
        confirmLabel={texts.deleteConfirm}
        busy={remove.isPending}
        error={remove.error}
        onConfirm={confirm}
        onClose={() => setAsking(false)}
      >
        <p>{count === 0 ? texts.deleteUnused : texts.deleteUsed(count)}</p>
        {count === 0 ? null : (
          <NativeSelect
            label={texts.instead}
            data={[
              ...others.map(({ id, name }) => ({ value: String(id), label: name })),
              ...built.map((value) => ({ value, label: texts.roles[value] })),
            ]}
            value={instead}
            onChange={({ currentTarget: { value } }) => setInstead(value)}
          />
        )}
      </ConfirmDialog>
    </>
  )
}
