// The preview of a version of a file, whatever its kind. Each kind is loaded when the first file of it is shown.
import { lazy, Suspense } from 'react'
import { BrokenPart } from './broken-part.tsx'
import { Loading } from '../components/loading.tsx'
import { NoPreview } from './no-preview.tsx'
import { previewKind, type Previewed, type PreviewEditing, type PreviewPosition } from './previewed.ts'
import { previewTexts as texts } from './texts.ts'

const PdfPreview = lazy(async () => ({ default: (await import('./pdf/pdf-preview.tsx')).PdfPreview }))
const DocxPreview = lazy(async () => ({
  default: (await import('./documents/docx-preview.tsx')).DocxPreview,
}))
const ImagePreview = lazy(async () => ({
  default: (await import('./documents/image-preview.tsx')).ImagePreview,
}))
const MailPreview = lazy(async () => ({
  default: (await import('./documents/mail-preview.tsx')).MailPreview,
}))
const PlainPreview = lazy(async () => ({
  default: (await import('./documents/plain-preview.tsx')).PlainPreview,
}))
const TextPreview = lazy(async () => ({
  default: (await import('./documents/text-preview.tsx')).TextPreview,
}))

const nowhere: PreviewPosition = {}

/**
 * Shows a version so that nothing in it runs. It fills the height it is given. `position` opens it at a page and marks
 * words, as a result of the search names them. `editing` is for those who may add versions.
 */
export function Preview(props: { file: Previewed; position?: PreviewPosition; editing?: PreviewEditing }) {
  const { file, position = nowhere, editing } = props
  const key = `${file.fileId} ${file.version} ${position.page ?? ''} ${position.find ?? ''}`
  return (
    <BrokenPart key={key} instead={<NoPreview file={file} reason="damaged" />}>
      <Suspense fallback={<Loading label={texts.loading} />}>
        <OfKind file={file} position={position} editing={editing} />
      </Suspense>
    </BrokenPart>
  )
}

function OfKind(props: { file: Previewed; position: PreviewPosition; editing: PreviewEditing | undefined }) {
  const { file, position, editing } = props
  switch (previewKind(file)) {
    case 'pdf':
      return <PdfPreview file={file} position={position} />
    case 'docx':
      return <DocxPreview file={file} position={position} editing={editing} />
    case 'image':
      return <ImagePreview file={file} />
    case 'mail':
      return <MailPreview file={file} position={position} />
    case 'csv':
      return <PlainPreview file={file} position={position} asTable />
    case 'plain':
      return <PlainPreview file={file} position={position} />
    case 'text':
      return <TextPreview file={file} position={position} />
    default:
      return <NoPreview file={file} reason="unknown" />
  }
}
