// A message of a conversation, or a mail in it. Its author can change or delete it for an hour.
import { ActionIcon, Button, Group, Textarea } from '@mantine/core'
import { Menu } from '../../../components/floating/menu.ts'
import { IconDots, IconMail } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ActionButton } from '../../../components/action-button.tsx'
import { ErrorAlert } from '../../../components/error-alert.tsx'
import { useFormat } from '../../../components/format-context.ts'
import { PersonChip } from '../../../components/person-chip.tsx'
import { now } from '../../../lib/now.ts'
import { useAction } from '../../../lib/use-action.ts'
import { useSignedIn } from '../../session/session.ts'
import type { Message, Person } from '../record-calls.ts'
import { recordChanged, type RecordRef } from '../records.ts'
import { showDone } from '../show-done.ts'
import classes from './conversation.module.css'
import { piecesOf } from './mentions.ts'
import { conversationTexts as texts } from './texts.ts'

const HOUR = 3_600_000
const LONG = 1_200

export function MessageCard(props: { target: RecordRef; message: Message; people: readonly Person[] }) {
  const { target, message, people } = props
  const { user } = useSignedIn()
  const format = useFormat()
  const [editing, setEditing] = useState(false)
  const at = message.sent?.dateUtc ?? message.created?.dateUtc ?? ''
  const isMail = message.subject !== null && message.subject !== undefined
  // a comment of the other side, which came through the person who had sent the document
  const outside = isMail ? null : message.from
  const isOwn = message.user?.id === user.id && !isMail && !outside
  const mentioned = people.filter(({ id }) => message.mentions?.some((each) => each.id === id))
  return (
    <article className={classes.message} data-mail={isMail}>
      {isMail ? <IconMail size={22} className={classes.icon} aria-label={texts.mail} /> : null}
      <div className={classes.content}>
        <div className={classes.head}>
          {outside ? (
            <>
              <PersonChip person={{ name: outside.replace(/ <[^<>]*>$/, '') }} />
              <span className={classes.when} title={outside}>
                {texts.otherSide}
              </span>
            </>
          ) : (
            <PersonChip person={message.user ?? { name: message.from ?? '' }} />
          )}
          <time dateTime={at} title={format.exactly(at)} className={classes.when}>
            {format.relative(at)}
          </time>
          {message.edited ? <span className={classes.when}>({texts.edited})</span> : null}
          {isOwn && isRecent(at) && !editing ? (
            <MessageMenu target={target} message={message} onEdit={() => setEditing(true)} />
          ) : null}
        </div>
        {isMail ? <div className={classes.subject}>{message.subject}</div> : null}
        {editing ? (
          <EditMessage target={target} message={message} onDone={() => setEditing(false)} />
        ) : (
          <Words text={message.text ?? ''} mentioned={mentioned} />
        )}
      </div>
    </article>
  )
}

const isRecent = (at: string) => now() - Date.parse(at) < HOUR

function Words({ text, mentioned }: { text: string; mentioned: readonly Person[] }) {
  const [whole, setWhole] = useState(text.length <= LONG)
  const pieces = piecesOf(whole ? text : `${text.slice(0, LONG)}…`, mentioned)
  return (
    <>
      <p className={classes.words}>
        {pieces.map(({ text: piece, isName }, index) =>
          isName ? (
            // pieces of a text that does not change
            // oxlint-disable-next-line react/no-array-index-key
            <span key={index} className={classes.mentioned}>
              {piece}
            </span>
          ) : (
            piece
          ),
        )}
      </p>
      {whole ? null : (
        <Button variant="subtle" size="compact-xs" onClick={() => setWhole(true)}>
          {texts.whole}
        </Button>
      )}
    </>
  )
}

function MessageMenu(props: { target: RecordRef; message: Message; onEdit: () => void }) {
  const { target, message, onEdit } = props
  const queries = useQueryClient()
  const remove = useAction({
    mutationFn: () => target.kind.calls.unwrite(target.id, message.id ?? 0),
    onSuccess: async () => {
      await recordChanged(queries, target)
      showDone(texts.removed)
    },
  })
  return (
    <>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <ActionIcon variant="subtle" size="sm" color="gray" aria-label={texts.menu}>
            <IconDots size={14} aria-hidden="true" />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={onEdit}>{texts.edit}</Menu.Item>
          <Menu.Item color="red" onClick={() => remove.mutate()}>
            {texts.remove}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <ErrorAlert error={remove.error} />
    </>
  )
}

function EditMessage(props: { target: RecordRef; message: Message; onDone: () => void }) {
  const { target, message, onDone } = props
  const [text, setText] = useState(message.text ?? '')
  const queries = useQueryClient()
  const save = useAction({
    mutationFn: () => target.kind.calls.edit(target.id, message.id ?? 0, text.trim()),
    onSuccess: async () => {
      await recordChanged(queries, target)
      showDone(texts.changed)
      onDone()
    },
  })
  return (
    <div className={classes.composer}>
      <ErrorAlert error={save.error} />
      <Textarea
        // the person has just asked to edit it
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        aria-label={texts.edit}
        autosize
        minRows={2}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Group>
        <ActionButton
          size="xs"
          busy={save.isPending}
          disabled={text.trim() === ''}
          onClick={() => save.mutate()}
        >
          {texts.save}
        </ActionButton>
        <Button size="xs" variant="default" onClick={onDone}>
          {texts.cancel}
        </Button>
      </Group>
    </div>
  )
}
