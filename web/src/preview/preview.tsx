// The preview of a version of a file, whatever its kind. Each kind is loaded when the first file of it is shown.
import { lazy, Suspense } from 'react'
import { BrokenPart } from './broken-part.tsx'
import { Loading } from '../components/loading.tsx'
import { NoPreview } from './no-preview.tsx'
import { previewKind, type Previewed, type PreviewPosition } from './previewed.ts'
import { previewTexts as texts } from './texts.ts'

const PdfPreview = lazy(() => import('./pdf/pdf-preview.tsx'))
const DocxPreview = lazy(() => import('./documents/docx-preview.tsx'))
const ImagePreview = lazy(() => import('./documents/image-preview.tsx'))
const MailPreview = lazy(() => import('./documents/mail-preview.tsx'))
const PlainPreview = lazy(() => import('./documents/plain-preview.tsx'))
const TextPreview = lazy(() => import('./documents/text-preview.tsx'))

const nowhere: PreviewPosition = {}

/**
 * Shows a version so that nothing in it runs. It fills the height it is given. `position` opens it at a page and marks words, as a
 * result of the search names them.
 */
export function Preview({ file, position = nowhere }: { file: Previewed; position?: PreviewPosition }) {
  const key = `${file.fileId} ${file.version} ${position.page ?? ''} ${position.find ?? ''}`
  return (
    <BrokenPart key={key} instead={<NoPreview file={file} reason="damaged" />}>
      <Suspense fallback={<Loading label={texts.loading} />}>
        <OfKind file={file} position={position} />
      </Suspense>
    </BrokenPart>
  )
}

function OfKind({ file, position }: { file: Previewed; position: PreviewPosition }) {
  switch (previewKind(file)) {
    case 'pdf':
      return <PdfPreview file={file} position={position} />
    case 'docx':
      return <DocxPreview file={file} position={position} />
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
