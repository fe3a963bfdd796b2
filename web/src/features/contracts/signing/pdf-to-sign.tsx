// The document that is sent for signature: the PDF as it will be signed, or how a Word document becomes one.
import { useQuery } from '@tanstack/react-query'
import { ActionButton } from '../../../components/action-button.tsx'
import { ErrorAlert } from '../../../components/error-alert.tsx'
import { lazily } from '../../../components/lazily.tsx'
import type { FileDetails } from '../../files/files.ts'
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
}) {
  const { contractId, file, isPdf, isCovered, service } = props
  const requests = useQuery(requestsQuery(contractId))
  const making = useMakePdf(contractId)
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
  return (
    <>
      <div className={classes.lead}>{making.isPending ? texts.making : texts.word}</div>
      <ErrorAlert error={making.error} />
      <div>
        <ActionButton size="xs" busy={making.isPending} onClick={() => making.mutate(version ?? 1)}>
          {texts.makePdf}
        </ActionButton>
      </div>
    </>
  )
}
