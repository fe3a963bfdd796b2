// Inviting many people: pasted or from a table, each line checked and shown before anything is sent.
import { Button, NativeSelect, Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { ActionButton } from '../../components/action-button.tsx'
import { ErrorAlert } from '../../components/error-alert.tsx'
import { TextLink } from '../../components/links.tsx'
import { useMe } from '../../components/me-context.ts'
import { Page } from '../../components/page.tsx'
import { Panel } from '../../components/panel.tsx'
import { StatusMessage } from '../../components/status-message.tsx'
import { rolesQuery } from '../roles/roles.ts'
import { useInviteMany, useKnownAddresses } from './invite-many.ts'
import { inviteTexts as texts } from './invite-texts.ts'
import { type InvitedRole, type InvitedRow, roles, rowsIn } from './invited-rows.ts'
import classes from './people.module.css'

interface Checked {
  readonly rows: readonly InvitedRow[]
  readonly leftOut: number
  readonly unread: readonly string[]
  readonly known: ReadonlySet<string>
}

export function InvitePage() {
  const { organization } = useMe()
  const check = useKnownAddresses(organization.id)
  const { data: own = [] } = useQuery(rolesQuery)
  const [text, setText] = useState('')
  const [role, setRole] = useState<InvitedRole>('Standard')
  const [checked, setChecked] = useState<Checked>()
  const read = () => {
    const read = rowsIn(text, [
      ...own.map(({ id, name }) => ({ role: String(id), name })),
      ...roles.map((one) => ({ role: one, name: texts.roles[one] ?? one })),
      ...texts.roleWords,
    ])
    check.mutate(read.rows, { onSuccess: (known) => setChecked({ ...read, known }) })
  }
  return (
    <Page
      title={texts.title}
      lead={texts.lead}
      actions={
        <TextLink size="sm" to="/people">
          {texts.back}
        </TextLink>
      }
    >
      <Panel>
        <div className={classes.form}>
          <Textarea
            label={texts.paste}
            description={texts.pasteHint}
            autosize
            minRows={5}
            maxRows={16}
            value={text}
            onChange={(event) => {
              setText(event.currentTarget.value)
              setChecked(undefined)
            }}
          />
          <TableFile
            onText={(words) => {
              setText(words)
              setChecked(undefined)
            }}
          />
          <NativeSelect
            label={texts.role}
            data={[
              ...own.map(({ id, name }) => ({ value: String(id), label: name })),
              ...roles.map((value) => ({ value, label: texts.roles[value] ?? value })),
            ]}
            value={role}
            onChange={(event) => setRole(event.currentTarget.value)}
          />
          <ErrorAlert error={check.error} />
          <ActionButton
            busy={check.isPending}
            disabled={text.trim() === ''}
            onClick={read}
            style={{ alignSelf: 'start', justifySelf: 'start' }}
          >
            {texts.check}
          </ActionButton>
        </div>
      </Panel>
      {checked ? <Result key={text} checked={checked} role={role} /> : null}
    </Page>
  )
}

const largestFile = 1_000_000

function TableFile({ onText }: { onText: (text: string) => void }) {
  const input = useRef<HTMLInputElement>(null)
  const [problem, setProblem] = useState('')
  const read = async (file: File | undefined) => {
    if (!file) return
    setProblem(file.size > largestFile ? texts.fileTooLarge : '')
    if (file.size <= largestFile) onText(await file.text())
  }
  return (
    <div>
      <Button size="xs" variant="default" onClick={() => input.current?.click()}>
        {texts.file}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={texts.file}
        accept=".csv,.txt,.tsv,text/csv,text/plain"
        onChange={(event) => {
          void read(event.currentTarget.files?.[0])
          // the same file can be chosen again
          event.currentTarget.value = ''
        }}
      />
      <StatusMessage>{problem}</StatusMessage>
    </div>
  )
}

function Result({
  checked: { rows, leftOut, unread, known },
  role,
}: {
  checked: Checked
  role: InvitedRole
}) {
  const { send, outcomes } = useInviteMany()
  const { data: own = [] } = useQuery(rolesQuery)
  const roleNames = [...own.map(({ name }) => name), ...roles.map((one) => texts.roles[one] ?? one)]
  const problemOf = ({ email, problem, unknownRole }: InvitedRow) => {
    if (known.has(email.toLowerCase())) return texts.known
    return unknownRole === undefined ? problem && texts.says[problem] : texts.noRole(unknownRole, roleNames)
  }
  const good = rows.filter((row) => problemOf(row) === undefined)
  const wrong = rows.filter((row) => problemOf(row) !== undefined)
  const failed = [...outcomes.values()].filter(({ problem }) => problem !== undefined).length
  return (
    <Panel title={texts.checked}>
      <p className={classes.none}>
        {[
          texts.ready(good.length),
          ...(wrong.length > 0 ? [texts.problems(wrong.length)] : []),
          ...(leftOut > 0 ? [texts.leftOut(leftOut)] : []),
        ].join(', ')}
      </p>
      {unread.length > 0 ? <p className={classes.none}>{texts.unread(unread)}</p> : null}
      <ul className={classes.list}>
        {wrong.map((row) => (
          <li key={row.line} className={classes.row}>
            <span className={classes.what}>
              <span className={classes.name}>{texts.line(row.line)}</span>
              <span className={classes.about}>{[row.email, problemOf(row)].filter(Boolean).join(' ')}</span>
            </span>
          </li>
        ))}
        {good.map((row) => (
          <GoodRow key={row.line} row={row} role={role} outcome={outcomes.get(row.line)} />
        ))}
      </ul>
      <StatusMessage>
        {send.isSuccess
          ? texts.done(outcomes.size - failed, failed)
          : send.isPending
            ? texts.sending(outcomes.size, good.length)
            : ''}
      </StatusMessage>
      {send.isSuccess ? null : (
        <ActionButton
          busy={send.isPending}
          disabled={good.length === 0}
          onClick={() => send.mutate({ rows: good, role })}
        >
          {texts.send(good.length)}
        </ActionButton>
      )}
    </Panel>
  )
}

function GoodRow(props: {
  row: InvitedRow
  role: InvitedRole
  outcome: { readonly problem?: string } | undefined
}) {
  const { row, role, outcome } = props
  const { data: own } = useQuery(rolesQuery)
  const labelOf = (chosen: InvitedRole) =>
    own?.find(({ id }) => String(id) === chosen)?.name ?? texts.roles[chosen] ?? chosen
  const said =
    outcome === undefined ? '' : outcome.problem === undefined ? texts.sent : texts.notSent(outcome.problem)
  return (
    <li className={classes.row}>
      <span className={classes.what}>
        <span className={classes.name}>{`${row.firstName} ${row.lastName}`}</span>
        <span className={classes.about}>
          {[row.email, labelOf(row.role ?? role), ...(row.guessed ? [texts.guessed] : [])].join(' · ')}
        </span>
      </span>
      <span className={classes.about}>{said}</span>
    </li>
  )
}
