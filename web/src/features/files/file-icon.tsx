// The sign of a kind of file.
import {
  IconFile,
  IconFileTypeCsv,
  IconFileTypeDocx,
  IconFileTypePdf,
  IconFileTypeXls,
  IconFolder,
  IconLink,
  IconMail,
  IconPhoto,
} from '@tabler/icons-react'
import { createElement } from 'react'

type Shown = {
  type?: string | null | undefined
  name?: string | null | undefined
  contentType?: string | null | undefined
}

const byExtension = {
  pdf: IconFileTypePdf,
  docx: IconFileTypeDocx,
  doc: IconFileTypeDocx,
  xlsx: IconFileTypeXls,
  xls: IconFileTypeXls,
  csv: IconFileTypeCsv,
  eml: IconMail,
  msg: IconMail,
  png: IconPhoto,
  jpg: IconPhoto,
  jpeg: IconPhoto,
  gif: IconPhoto,
  svg: IconPhoto,
  tiff: IconPhoto,
}

/** Decoration: what kind it is is also said as text. */
export function FileIcon({
  file,
  isLink = false,
  size = 18,
}: {
  file: Shown
  isLink?: boolean
  size?: number
}) {
  return createElement(iconOf(file, isLink), { size, stroke: 1.5, 'aria-hidden': true })
}

function iconOf({ type, name }: Shown, isLink: boolean) {
  if (type === 'Folder') return IconFolder
  if (isLink) return IconLink
  const extension = /\.([^.]+)$/.exec(name ?? '')?.[1]?.toLowerCase() ?? ''
  return byExtension[extension as keyof typeof byExtension] ?? IconFile
}
