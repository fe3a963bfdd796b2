// One entry of a list: what it is called and how often it is used, with everything that can be done with it.
import { ActionIcon, Button, Checkbox, Textarea, TextInput } from '@mantine/core'
import { IconDots, IconGripVertical } from '@tabler/icons-react'
import { type DragEvent, type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { ActionButton } from '../../components/action-button.tsx'
import { ErrorAlert } from '../../components/error-alert.tsx'
import { Menu } from '../../components/floating/menu.ts'
import { Modal } from '../../components/floating/modal.tsx'
import { showToast } from '../../components/toast-store.ts'
import { changedOnly } from '../../lib/conflict.ts'
import { messageOf } from '../../lib/refusal-message.ts'
import type { EntryChanges, KeptList } from './kept-lists.ts'
import { ParentSelect } from './parent-select.tsx'
import { changeable, type ListEntry, useChangeEntry, useRemoveEntry } from './reference-lists.ts'
import classes from './reference-lists.module.css'
import { ReplaceForm } from './replace-form.tsx'
import { TeamMembers } from './team-members.tsx'
import { texts } from './texts.ts'
import { UsesOf } from './uses-of.tsx'

export interface Order {
  readonly dragged: boolean
  /** Whether what is dragged would take its place. */
  readonly over: boolean
  readonly handle: object
  readonly drop: { onDragOver: (event: DragEvent) => void; onDrop: (event: DragEvent) => void }
  readonly move: (by: 1 | -1) => void
  readonly first: boolean
  readonly last: boolean
}

interface RowProps {
  readonly list: string
  readonly kept: KeptList
  readonly entry: ListEntry
  readonly parentName: string | undefined
  readonly order: Order | undefined
}

type Open = 'change' | 'uses' | 'replace' | 'members'

export function EntryRow({ list, kept, entry, parentName, order }: RowProps) {
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  const { name, description, uses } = entry
  return (
    <li className={classes.entry} data-dragged={order?.dragged} data-over={order?.over} {...order?.drop}>
      {order ? <Handle name={name} order={order} /> : null}
      {open === 'change' ? (
        <ChangeEntry list={list} kept={kept} entry={entry} onClose={close} />
      ) : (
        <>
          <span className={classes.what}>
            <span className={classes.name}>{entry.code === null ? name : `${entry.code} ${name}`}</span>
            {parentName === undefined ? null : (
              <span className={classes.quiet}>{texts.partOf(parentName)}</span>
            )}
            {description ? <span className={classes.quiet}>{description}</span> : null}
            {entry.active === false ? <span className={classes.quiet}>{texts.inactive}</span> : null}
            {entry.allowAssignment === false ? (
              <span className={classes.quiet}>{texts.notAssignable}</span>
            ) : null}
          </span>
          <span className={classes.rowEnds}>
            {kept.hasMembers ? (
              <Button
                size="xs"
                variant="default"
                aria-label={texts.membersOf(name)}
                onClick={() => setOpen('members')}
              >
                {texts.members}
              </Button>
            ) : null}
            {uses === 0 ? (
              <span className={classes.uses}>{texts.unused}</span>
            ) : (
              <Button
                size="compact-sm"
                variant="subtle"
                className={classes.uses ?? ''}
                aria-label={`${texts.used(uses)}: ${texts.usesOf(name)}`}
                onClick={() => setOpen('uses')}
              >
                {texts.used(uses)}
              </Button>
            )}
            <EntryMenu kept={kept} entry={entry} order={order} onOpen={setOpen} />
          </span>
        </>
      )}
      <Modal opened={open === 'uses'} onClose={close} title={texts.usesTitle(name)}>
        {open === 'uses' ? <UsesOf list={list} entryId={entry.id} /> : null}
      </Modal>
      <Modal
        opened={open === 'replace'}
        onClose={close}
        title={kept.merges ? texts.mergeTitle(name) : texts.replaceTitle(name)}
      >
        {open === 'replace' ? <ReplaceForm list={list} entry={entry} onClose={close} /> : null}
      </Modal>
      <Modal opened={open === 'members'} onClose={close} title={texts.membersOf(name)}>
        {open === 'members' ? <TeamMembers teamId={entry.id} /> : null}
      </Modal>
    </li>
  )
}

/** Dragged by the mouse, moved by the arrow keys. */
function Handle({ name, order }: { name: string; order: Order }) {
  const button = useRef<HTMLButtonElement>(null)
  const onKeyDown = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : undefined
    if (by === undefined) return
    event.preventDefault()
    order.move(by)
    // the row is another element when it has moved
    requestAnimationFrame(() => button.current?.focus())
  }
  return (
    <ActionIcon
      ref={button}
      variant="subtle"
      color="gray"
      size="lg"
      className={classes.handle ?? ''}
      aria-label={texts.handle(name)}
      aria-keyshortcuts="ArrowUp ArrowDown"
      onKeyDown={onKeyDown}
      {...order.handle}
    >
      <IconGripVertical size={16} aria-hidden="true" />
    </ActionIcon>
  )
}

function EntryMenu(props: {
  kept: KeptList
  entry: ListEntry
  order: Order | undefined
  onOpen: (open: Open) => void
}) {
  const { kept, entry, order, onOpen } = props
  const remove = useRemoveEntry(kept)
  const { name, uses } = entry
  const onRemove = () =>
    uses > 0
      ? onOpen('replace')
      : remove.mutate(entry, {
          onError: (error) => showToast({ text: messageOf(error), problem: true }),
        })
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={texts.acts(name)}>
          <IconDots size={16} aria-hidden="true" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => onOpen('change')}>{texts.change}</Menu.Item>
        {order ? (
          <>
            <Menu.Item disabled={order.first} onClick={() => order.move(-1)}>
              {texts.moveUp}
            </Menu.Item>
            <Menu.Item disabled={order.last} onClick={() => order.move(1)}>
              {texts.moveDown}
            </Menu.Item>
          </>
        ) : null}
        {uses > 0 || kept.merges ? (
          <Menu.Item onClick={() => onOpen('replace')}>{kept.merges ? texts.merge : texts.replace}</Menu.Item>
        ) : null}
        <Menu.Item onClick={onRemove}>{uses > 0 ? texts.removeUsed : texts.remove}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

/** The entry as a form, in its place. */
function ChangeEntry(props: { list: string; kept: KeptList; entry: ListEntry; onClose: () => void }) {
  const { list, kept, entry, onClose } = props
  const change = useChangeEntry(list, kept)
  const input = useRef<HTMLInputElement>(null)
  const [name, setName] = useState(entry.name)
  const [description, setDescription] = useState(entry.description ?? '')
  const [parent, setParent] = useState(entry.parent?.id ?? null)
  const [isAssignable, setAssignable] = useState(entry.allowAssignment)
  const [code, setCode] = useState(entry.code)
  const [isActive, setActive] = useState(entry.active)
  useEffect(() => input.current?.select(), [])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const after: EntryChanges = {
      name: name.trim(),
      ...(kept.hasDescription ? { description: description.trim() === '' ? null : description.trim() } : {}),
      ...(kept.isTree ? { parent: parent === null ? null : { id: parent } } : {}),
      ...(isAssignable === null ? {} : { allowAssignment: isAssignable }),
      ...(code === null ? {} : { code: code.trim() }),
      ...(isActive === null ? {} : { active: isActive }),
    }
    const changes = changedOnly(changeable(entry), after)
    if (Object.keys(changes).length === 0) onClose()
    else change.mutate({ entry, changes }, { onSuccess: onClose })
  }
  return (
    <form onSubmit={submit} className={classes.change} aria-label={texts.changeOf(entry.name)}>
      <TextInput
        size="sm"
        label={texts.name}
        ref={input}
        onKeyDown={({ key }) => key === 'Escape' && onClose()}
        maxLength={255}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      {code === null ? null : (
        <TextInput
          size="sm"
          label={texts.code}
          maxLength={60}
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
      )}
      {kept.hasDescription ? (
        <Textarea
          size="sm"
          autosize
          label={texts.description}
          value={description}
          onChange={(event) => setDescription(event.currentTarget.value)}
        />
      ) : null}
      {kept.isTree ? (
        <ParentSelect list={list} value={parent} onChange={setParent} except={entry.id} />
      ) : null}
      {isAssignable === null ? null : (
        <Checkbox
          size="sm"
          label={texts.assignable}
          checked={isAssignable}
          onChange={(event) => setAssignable(event.currentTarget.checked)}
        />
      )}
      {isActive === null ? null : (
        <Checkbox
          size="sm"
          label={texts.active}
          checked={isActive}
          onChange={(event) => setActive(event.currentTarget.checked)}
        />
      )}
      <ErrorAlert error={change.error} />
      <div className={classes.acts}>
        <ActionButton
          type="submit"
          size="xs"
          busy={change.isPending}
          disabled={name.trim() === '' || code?.trim() === ''}
        >
          {texts.save}
        </ActionButton>
        <Button size="xs" variant="default" onClick={onClose}>
          {texts.cancel}
        </Button>
      </div>
    </form>
  )
}
