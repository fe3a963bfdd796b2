// The certificate that seals signed documents, those before it, and the time-stamp authority.
import { Button, PasswordInput, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { ActionButton } from '../../components/action-button.tsx'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { DescriptionList } from '../../components/description-list.tsx'
import { ErrorAlert } from '../../components/error-alert.tsx'
import { ErrorPanel } from '../../components/error-panel.tsx'
import { useFormat } from '../../components/format-context.ts'
import { TextLink } from '../../components/links.tsx'
import { Notice } from '../../components/notice.tsx'
import { Page } from '../../components/page.tsx'
import { PageSkeleton } from '../../components/page-skeleton.tsx'
import { Panel } from '../../components/panel.tsx'
import { showToast } from '../../components/toast-store.ts'
import { fieldError } from '../../lib/refusal.ts'
import {
  authorityQuery,
  type Certificate,
  certificatesQuery,
  inBase64,
  useRemoveAuthority,
  useReplaceCertificate,
  useSealedSample,
  useSetAuthority,
} from './seals.ts'
import classes from './seals.module.css'
import { certificateTexts as texts } from './texts.ts'

export function CertificatesPage() {
  const certificates = useQuery(certificatesQuery)
  const authority = useQuery(authorityQuery)
  const current = certificates.data?.find(({ replacedAt }) => replacedAt === null)
  const earlier = certificates.data?.filter(({ replacedAt }) => replacedAt !== null) ?? []
  return (
    <Page title={texts.title} lead={texts.lead}>
      <Panel title={texts.certificate}>
        {certificates.isPending ? <PageSkeleton lines={5} /> : null}
        {certificates.error ? <ErrorPanel error={certificates.error} retry={certificates.refetch} /> : null}
        {certificates.data ? <CurrentCertificate certificate={current} /> : null}
      </Panel>
      <ReplacePanel />
      {earlier.length > 0 ? <EarlierPanel certificates={earlier} /> : null}
      <Panel title={texts.stamps}>
        {authority.isPending ? <PageSkeleton lines={3} /> : null}
        {authority.error ? <ErrorPanel error={authority.error} retry={authority.refetch} /> : null}
        {authority.data ? <AuthorityForm key={authority.data.url ?? ''} {...authority.data} /> : null}
      </Panel>
    </Page>
  )
}

function CurrentCertificate({ certificate }: { certificate: Certificate | undefined }) {
  const format = useFormat()
  const sample = useSealedSample()
  const isExpired = certificate !== undefined && format.today() > certificate.validTo.slice(0, 10)
  return (
    <>
      {certificate === undefined ? <p className={classes.text}>{texts.none}</p> : null}
      {isExpired ? (
        <Notice kind="caution" title={texts.expired}>
          {null}
        </Notice>
      ) : null}
      {certificate ? (
        <DescriptionList
          facts={[
            [texts.name, certificate.subject],
            [texts.issuer, certificate.selfMade ? texts.selfMade : certificate.issuer],
            [texts.validFrom, format.date(certificate.validFrom)],
            [texts.validTo, format.date(certificate.validTo)],
            [
              texts.made,
              certificate.createdBy
                ? texts.madeBy(format.date(certificate.createdAt), certificate.createdBy.name)
                : texts.madeAtFirst(format.date(certificate.createdAt)),
            ],
            [
              texts.fingerprint,
              <span key="hash" className={classes.hash}>
                {certificate.fingerprint}
              </span>,
            ],
          ]}
        />
      ) : null}
      {certificate?.selfMade ? <p className={classes.quiet}>{texts.selfMadeNote}</p> : null}
      <ErrorAlert error={sample.error} />
      <div className={classes.acts}>
        <ActionButton variant="default" busy={sample.isPending} onClick={() => sample.mutate()}>
          {texts.sample}
        </ActionButton>
        <TextLink to="/check-seal">{texts.check}</TextLink>
      </div>
    </>
  )
}

function ReplacePanel() {
  const replace = useReplaceCertificate()
  const [file, setFile] = useState<File>()
  const [password, setPassword] = useState('')
  const [problem, setProblem] = useState('')
  const [asking, setAsking] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const done = () => {
    setFile(undefined)
    setPassword('')
    setAsking(false)
    showToast({ text: texts.replaced })
  }
  async function submit(event: FormEvent) {
    event.preventDefault()
    setProblem(file ? '' : texts.fileMissing)
    if (file) replace.mutate({ p12: await inBase64(file), password }, { onSuccess: done })
  }
  return (
    <Panel title={texts.replace}>
      <p className={classes.quiet}>{texts.replaceLead}</p>
      <form className={classes.form} onSubmit={(event) => void submit(event)} noValidate>
        <div className={classes.acts}>
          <Button variant="default" onClick={() => input.current?.click()}>
            {texts.choose}
          </Button>
          <span>{file?.name ?? texts.noFile}</span>
          <input
            ref={input}
            type="file"
            hidden
            accept=".p12,.pfx"
            aria-label={texts.file}
            onChange={(event) => {
              setFile(event.currentTarget.files?.[0])
              setProblem('')
              event.currentTarget.value = ''
            }}
          />
        </div>
        {problem || fieldError(replace.error, 'p12') ? (
          <p className={classes.problem} role="alert">
            {problem || fieldError(replace.error, 'p12')}
          </p>
        ) : null}
        <PasswordInput
          label={texts.password}
          autoComplete="off"
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          error={fieldError(replace.error, 'password')}
        />
        <ErrorAlert error={asking ? null : replace.error} shownFields={['p12', 'password']} />
        <div className={classes.acts}>
          <ActionButton type="submit" busy={replace.isPending && !asking}>
            {texts.use}
          </ActionButton>
          <Button variant="default" onClick={() => setAsking(true)}>
            {texts.makeNew}
          </Button>
        </div>
      </form>
      <ConfirmDialog
        opened={asking}
        title={texts.makeTitle}
        confirmLabel={texts.makeNew}
        busy={replace.isPending}
        error={replace.error}
        onConfirm={() => replace.mutate({}, { onSuccess: done })}
        onClose={() => setAsking(false)}
      >
        {texts.makeText}
      </ConfirmDialog>
    </Panel>
  )
}

function EarlierPanel({ certificates }: { certificates: readonly Certificate[] }) {
  const format = useFormat()
  return (
    <Panel title={texts.earlier}>
      <p className={classes.quiet}>{texts.earlierLead}</p>
      <ul className={classes.list}>
        {certificates.map(({ id, subject, fingerprint, replacedAt }) => (
          <li key={id} className={classes.row}>
            <span className={classes.what}>
              {subject}
              <span className={classes.hash}>{fingerprint}</span>
            </span>
            <span className={classes.quiet}>{texts.until(format.date(replacedAt ?? ''))}</span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function AuthorityForm({ url, testedAt }: { url: string | null; testedAt: string | null }) {
  const format = useFormat()
  const set = useSetAuthority()
  const remove = useRemoveAuthority()
  const [next, setNext] = useState(url ?? '')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    set.mutate(next.trim(), { onSuccess: ({ by }) => showToast({ text: texts.tested(by) }) })
  }
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <p className={classes.quiet}>{texts.stampsLead}</p>
      <TextInput
        label={texts.url}
        description={testedAt ? texts.inUse(format.date(testedAt)) : texts.urlHint}
        type="url"
        maxLength={500}
        value={next}
        onChange={(event) => setNext(event.currentTarget.value)}
        error={fieldError(set.error, 'url')}
      />
      <ErrorAlert error={set.error ?? remove.error} shownFields={['url']} />
      <div className={classes.acts}>
        <ActionButton type="submit" busy={set.isPending}>
          {texts.test}
        </ActionButton>
        {url === null ? null : (
          <ActionButton
            variant="default"
            busy={remove.isPending}
            onClick={() => remove.mutate(undefined, { onSuccess: () => showToast({ text: texts.removed }) })}
          >
            {texts.remove}
          </ActionButton>
        )}
      </div>
    </form>
  )
}
