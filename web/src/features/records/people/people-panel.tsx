// The people on a record: who they are here, adding and removing them.
import { ActionIcon } from '@mantine/core'
import { Menu } from '../../../components/floating/menu.ts'
import { IconDots, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { lazily } from '../../../components/lazily.tsx'
import { useMe } from '../../../components/me-context.ts'
import { PersonChip } from '../../../components/person-chip.tsx'
import { ErrorAlert } from '../../../components/error-alert.tsx'
import { nameOf } from '../../../lib/person-name.ts'
import { useSignedIn } from '../../session/session.ts'
import type { MemberRole, RecordOverview } from '../record-calls.ts'
import { type RecordRef, useRemoveMember, useSetMember } from '../records.ts'
import { recordTexts } from '../texts.ts'
import { SidePanel } from '../parts/side-panel.tsx'
import classes from './people-panel.module.css'

const AddPerson = lazily(() => import('./add-person.tsx'), 'AddPerson')
const ViewersDialog = lazily(() => import('./viewers-dialog.tsx'), 'ViewersDialog')
const texts = recordTexts.people
type OnRecord = RecordOverview['people'][number]
const SHOWN = 12

export function PeoplePanel({ target, overview }: { target: RecordRef; overview: RecordOverview }) {
  const { people, can, record } = overview
  const [adding, setAdding] = useState(false)
  const [all, setAll] = useState(false)
  const [asking, setAsking] = useState(false)
  const me = useMe()
  const { user } = useSignedIn()
  const setMember = useSetMember(target)
  const removeMember = useRemoveMember(target)
  const ordered = people.toSorted((one, other) => rank(one) - rank(other))
  const shown = all ? ordered : ordered.slice(0, SHOWN)
  const ownOrganisation = record.owner?.organizationId
  const mayChange = can.rights.includes('members')
  const mayAddColleagues = can.rights.includes('ownColleagues')
  const mayAdd = mayChange || mayAddColleagues
  const isTheirs = ({ user: { organizationId }, roles }: OnRecord) =>
    mayAddColleagues && roles.length === 1 && organizationId === user.organisationId

  return (
    <SidePanel
      title={texts.title}
      action={
        mayAdd ? (
          <ActionIcon variant="subtle" size="sm" aria-label={texts.add} onClick={() => setAdding(true)}>
            <IconPlus size={16} aria-hidden="true" />
          </ActionIcon>
        ) : undefined
      }
    >
      <ErrorAlert error={setMember.error ?? removeMember.error} />
      <ul className={classes.people}>
        {shown.map((member) => (
          <li key={member.user.id} className={classes.person}>
            <span className={classes.words}>
              <PersonChip person={member.user} />
              <RoleWords member={member} isOutside={member.user.organizationId !== ownOrganisation} />
            </span>
            {mayChange || isTheirs(member) || member.user.id === user.id ? (
              <PersonMenu
                target={target}
                member={member}
                isOutside={member.user.organizationId !== ownOrganisation}
                mayChange={mayChange}
                isSelf={member.user.id === user.id}
                onSet={(roles) =>
                  setMember.mutate({ userId: member.user.id, name: nameOf(member.user), roles })
                }
                onRemove={() =>
                  removeMember.mutate({
                    userId: member.user.id,
                    name: nameOf(member.user),
                    roles: member.roles as MemberRole[],
                  })
                }
              />
            ) : null}
          </li>
        ))}
      </ul>
      {shown.length < ordered.length ? (
        <button type="button" className={classes.more} onClick={() => setAll(true)}>
          {texts.more(ordered.length - shown.length)}
        </button>
      ) : null}
      {mayChange || (me.can.administer && me.organization.id === ownOrganisation) ? (
        <button type="button" className={classes.more} onClick={() => setAsking(true)}>
          {texts.ask}
        </button>
      ) : null}
      {asking ? <ViewersDialog target={target} onClose={() => setAsking(false)} /> : null}
      {adding ? (
        <AddPerson
          target={target}
          known={people.map(({ user: each }) => each.id)}
          ownOrganisation={ownOrganisation}
          colleaguesOf={mayChange ? undefined : user.organisationId}
          onClose={() => setAdding(false)}
        />
      ) : null}
    </SidePanel>
  )
}

function RoleWords({ member, isOutside }: { member: OnRecord; isOutside: boolean }) {
  const roles = member.roles.filter((role) => role !== 'Member').map(texts.role)
  const words = [...roles, ...(isOutside ? [texts.outside] : [])]
  return words.length === 0 ? null : <span className={classes.role}>{words.join(' · ')}</span>
}

function PersonMenu(props: {
  target: RecordRef
  member: OnRecord
  isOutside: boolean
  mayChange: boolean
  isSelf: boolean
  onSet: (roles: readonly MemberRole[]) => void
  onRemove: () => void
}) {
  const { target, member, isOutside, mayChange, isSelf, onSet, onRemove } = props
  const has = (role: MemberRole) => member.roles.includes(role)
  const others = (role: MemberRole) => (member.roles as MemberRole[]).filter((each) => each !== role)
  const toggle = (role: MemberRole) =>
    onSet(has(role) ? others(role) : [...(member.roles as MemberRole[]), role])
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon variant="subtle" size="sm" color="gray" aria-label={texts.menu(nameOf(member.user))}>
          <IconDots size={16} aria-hidden="true" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {mayChange && !has('Owner') && !isOutside ? (
          <Menu.Item onClick={() => onSet(['Member', 'Owner'])}>{texts.make('Owner')}</Menu.Item>
        ) : null}
        {mayChange
          ? target.kind.roles
              .filter((role) => !has(role))
              .map((role) => (
                <Menu.Item key={role} onClick={() => onSet([...(member.roles as MemberRole[]), role])}>
                  {texts.make(role)}
                </Menu.Item>
              ))
          : null}
        {mayChange
          ? target.kind.delegates.map((role) => (
              <Menu.CheckboxItem key={role} checked={has(role)} onChange={() => toggle(role)}>
                {texts.role(role)}
              </Menu.CheckboxItem>
            ))
          : null}
        {has('Owner') ? null : (
          <Menu.Item color="red" onClick={onRemove}>
            {isSelf ? texts.leave : texts.remove}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}

function rank({ roles }: OnRecord): number {
  if (roles.includes('Owner')) return 0
  if (roles.includes('Manager')) return 1
  return roles.length > 1 ? 2 : 3
}
