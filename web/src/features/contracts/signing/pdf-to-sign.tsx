// The document that is sent for signature: the PDF as it will be signed, or how a Word document becomes one.
import { Button, Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { ActionButton } from '../../../components/action-button.tsx'
import { ErrorAlert } from '../../../components/error-alert.tsx'
import { lazily } from '../../../components/lazily.tsx'
import { useFormat } from '../../../components/format-context.ts'
import { Loading } from '../../../components/loading.tsx'
import { Notice } from '../../../components/notice.tsx'
import { type FileDetails, hiddenQuery } from '../../files/files.ts'
import { hiddenWords } from '../../files/hidden-words.ts'
import { requestsQuery, useMakePdf } from './requests.ts'
import { requestTexts as texts } from './request-texts.ts'
import classes from './signing.module.css'

const Preview = lazily(() => import('../../../preview/preview.tsx'), 'Preview')

export function PdfToSign(props: {
  contractId: number
  file: FileDetails
  isPdf: boolean
  /** Whether the same pages are shown over it, to place fields. */
  isCovered: boolean
  /** The signing service that it goes to; undefined if it is signed here. */
  service: string | undefined
  /** Leaves the dialog, to look at the document. */
  onBack: () => void
}) {
  const { contractId, file, isPdf, isCovered, service, onBack } = props
  const requests = useQuery(requestsQuery(contractId))
  const { id: fileId, name, version, contentType, size } = file
  if (isPdf)
    return (
      <>
        <div className={classes.lead}>
          {service === undefined
            ? texts.lead(name ?? '', version ?? 1)
            : texts.leadElsewhere(name ?? '', version ?? 1, service)}
        </div>
        <section className={classes.preview} aria-label={texts.preview}>
          {isCovered ? null : (
            <Preview
              file={{ fileId, version: version ?? 1, name: name ?? '', contentType, size: size ?? 0 }}
            />
          )}
        </section>
      </>
    )
  const isWord = name?.toLowerCase().endsWith('.docx') === true
  if (!isWord || requests.data?.canMakePdf !== true) return <div className={classes.lead}>{texts.notPdf}</div>
  return <FromWord contractId={contractId} fileId={fileId} version={version ?? 1} onBack={onBack} />
}

function FromWord(props: { contractId: number; fileId: number; version: number; onBack: () => void }) {
  const { contractId, fileId, version, onBack } = props
  const making = useMakePdf(contractId)
  const hidden = useQuery(hiddenQuery(fileId, version))
  const format = useFormat()
  if (hidden.isPending) return <Loading />
  const { changes = 0, comments = 0, hiddenTexts = 0 } = hidden.data ?? {}
  const hasMore = changes + comments + hiddenTexts > 0
  const make = (what?: 'Accept' | 'Reject') =>
    making.mutate({ document: { version }, ...(what === undefined ? {} : { changes: what }) })
  const button = (label: string, what?: 'Accept' | 'Reject') => (
    <ActionButton size="xs" busy={making.isPending} onClick={() => make(what)}>
      {label}
    </ActionButton>
  )
  return (
    <>
      <div className={classes.lead}>{making.isPending ? texts.making : texts.word}</div>
      <ErrorAlert error={hidden.error ?? making.error} />
      {hasMore ? (
        <Notice kind="caution" title={texts.contains(format.list(hiddenWords(hidden.data)))}>
          {changes > 0 ? texts.undecided : texts.leftOut}
        </Notice>
      ) : null}
      <Group gap="xs">
        {changes > 0 ? (
          <>
            {button(texts.acceptAll, 'Accept')}
            {button(texts.rejectAll, 'Reject')}
          </>
        ) : (
          button(hasMore ? texts.withoutThem : texts.makePdf, hasMore ? 'Accept' : undefined)
        )}
        {hasMore ? (
          <Button size="xs" variant="default" onClick={onBack}>
            {texts.goBack}
          </Button>
        ) : null}
      </Group>
    </>
  )
}
