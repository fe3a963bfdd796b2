// The mail domains of the organisation: what they do, the record that proves each, checking it, and removing them.
import { Button, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { ActionButton } from '../../../components/action-button.tsx'
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx'
import { CopyField } from '../../../components/copy-field.tsx'
import { ErrorAlert } from '../../../components/error-alert.tsx'
import { ErrorPanel } from '../../../components/error-panel.tsx'
import { useFormat } from '../../../components/format-context.ts'
import { Loading } from '../../../components/loading.tsx'
import { Page } from '../../../components/page.tsx'
import { Panel } from '../../../components/panel.tsx'
import { StateBadge } from '../../../components/state-badge.tsx'
import { showToast } from '../../../components/toast-store.ts'
import { fieldError } from '../../../lib/refusal.ts'
import {
  type MailDomain,
  mailDomainsQuery,
  useAddDomain,
  useCheckDomain,
  useRemoveDomain,
} from './mail-domains.ts'
import classes from './mail-domains.module.css'
import { domainStates, problems, texts } from './texts.ts'

export function MailDomainsPage() {
  const domains = useQuery(mailDomainsQuery)
  const [removing, setRemoving] = useState<MailDomain>()
  return (
    <Page title={texts.title} lead={texts.lead}>
      <Panel title={texts.domains}>
        {domains.isPending ? <Loading /> : null}
        {domains.isError ? <ErrorPanel error={domains.error} retry={domains.refetch} /> : null}
        {domains.data?.length === 0 ? <p className={classes.plain}>{texts.none}</p> : null}
        <ul className={classes.list}>
          {domains.data?.map((one) => (
            <Domain key={one.domain} one={one} onRemove={() => setRemoving(one)} />
          ))}
        </ul>
      </Panel>
      <AddDomain />
      <Panel title={texts.effects}>
        <ul className={classes.effects}>
          {texts.effectsList.map((effect) => (
            <li key={effect}>{effect}</li>
          ))}
        </ul>
        <p className={classes.plain}>{texts.effectsNot}</p>
      </Panel>
      <Removing one={removing} onClose={() => setRemoving(undefined)} />
    </Page>
  )
}

function Domain({ one, onRemove }: { one: MailDomain; onRemove: () => void }) {
  const { domain, state, added, record, lastCheck } = one
  const format = useFormat()
  const check = useCheckDomain()
  const when = format.dateTime(added.dateUtc)
  return (
    <li className={classes.row}>
      <div className={classes.head}>
        <strong className={classes.name}>{domain}</strong>
        <StateBadge state={domainStates[state]} />
        <span className={classes.about}>{record ? texts.named(when) : texts.since(when)}</span>
      </div>
      {record ? (
        <>
          <p className={classes.plain}>{texts.publish}</p>
          <CopyField label={texts.recordName(domain)} value={record.name} />
          <CopyField label={texts.recordValue(domain)} value={record.value} />
          {lastCheck ? (
            <output className={classes.plain}>
              {texts.lastChecked(format.dateTime(lastCheck.at.dateUtc))}: {problems[lastCheck.problem]}
            </output>
          ) : null}
        </>
      ) : null}
      <ErrorAlert error={check.error} />
      <div className={classes.acts}>
        {record ? (
          <ActionButton
            size="xs"
            aria-label={texts.checkOf(domain)}
            busy={check.isPending}
            onClick={() =>
              check.mutate(domain, {
                onSuccess: (checked) => {
                  if (checked.state === 'Proved') showToast({ text: texts.proved(domain) })
                },
              })
            }
          >
            {texts.check}
          </ActionButton>
        ) : null}
        <Button size="xs" variant="default" aria-label={texts.removeOf(domain)} onClick={onRemove}>
          {texts.remove}
        </Button>
      </div>
    </li>
  )
}

function AddDomain() {
  const add = useAddDomain()
  const [domain, setDomain] = useState('')
  const problem = fieldError(add.error, 'domain')
  function submit(event: FormEvent) {
    event.preventDefault()
    add.mutate(domain, { onSuccess: () => setDomain('') })
  }
  return (
    <Panel title={texts.add}>
      <form className={classes.form} onSubmit={submit} noValidate>
        <TextInput
          label={texts.domain}
          description={texts.domainHint}
          maxLength={253}
          autoCapitalize="none"
          spellCheck={false}
          value={domain}
          error={problem}
          onChange={(event) => setDomain(event.currentTarget.value)}
        />
        {problem ? null : <ErrorAlert error={add.error} />}
        <div>
          <ActionButton type="submit" busy={add.isPending} disabled={domain.trim() === ''}>
            {texts.addConfirm}
          </ActionButton>
        </div>
      </form>
    </Panel>
  )
}

function Removing({ one, onClose }: { one: MailDomain | undefined; onClose: () => void }) {
  const remove = useRemoveDomain()
  const domain = one?.domain ?? ''
  return (
    <ConfirmDialog
      opened={one !== undefined}
      title={texts.removeTitle(domain)}
      confirmLabel={texts.remove}
      busy={remove.isPending}
      error={remove.error}
      onConfirm={() =>
        remove.mutate(domain, {
          onSuccess: () => {
            onClose()
            showToast({ text: texts.removed(domain) })
          },
        })
      }
      onClose={onClose}
    >
      {one?.state === 'Waiting' ? texts.withdrawLead : texts.removeLead}
    </ConfirmDialog>
  )
}
