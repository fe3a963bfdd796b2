// What is done with files of strangers in document workers.
import { documentTask } from '../platform/workers/document-task.ts'
import type { makeFixed } from './make-fixed.ts'
import type { checkTexts } from './check-texts.ts'
import type { openP12 } from './p12.ts'
import type { readSealsOfPieces } from './read-seals.ts'
import type { makeSample } from './sample.ts'
import type { sealPdf } from './seal-pdf.ts'
import type { drawFields } from './fields/draw-fields.ts'
import type { readFields } from './fields/find-anchors.ts'
import type { prepareForSignature } from './signature-page.ts'
import type { countPdfPages } from './count-pdf-pages.ts'
import type { appendValidationData, isOnlyValidationData } from './validation/security-store.ts'
import type { askAboutRevocation } from './validation/revocation-questions.ts'
import type { gatherCertificates } from './validation/gather-certificates.ts'
import type { isGoodAnswer } from './validation/revocation-answers.ts'
import type { askForTimeStamp, readAnswer } from './time-stamp-token.ts'

// somebody waits
const limits = { seconds: 10, megabytes: 512 }

export const sealsRead = documentTask<typeof readSealsOfPieces>(new URL('./read-seals.ts', import.meta.url), {
  name: 'readSealsOfPieces',
  called: 'The PDF',
  limits,
})
export const pdfSealed = documentTask<typeof sealPdf>(new URL('./seal-pdf.ts', import.meta.url), {
  name: 'sealPdf',
  called: 'The PDF',
  limits,
})
export const p12Opened = documentTask<typeof openP12>(new URL('./p12.ts', import.meta.url), {
  name: 'openP12',
  called: 'The file',
  limits,
})
export const sampleMade = documentTask<typeof makeSample>(new URL('./sample.ts', import.meta.url), {
  name: 'makeSample',
  called: 'The sample',
  limits,
})
export const timeStampAsked = documentTask<typeof askForTimeStamp>(
  new URL('./time-stamp-token.ts', import.meta.url),
  { name: 'askForTimeStamp', called: 'The time stamp', limits },
)
export const timeStampAnswer = documentTask<typeof readAnswer>(
  new URL('./time-stamp-token.ts', import.meta.url),
  { name: 'readAnswer', called: 'The time stamp', limits },
)
export const certificatesGathered = documentTask<typeof gatherCertificates>(
  new URL('./validation/gather-certificates.ts', import.meta.url),
  { name: 'gatherCertificates', called: 'The certificate', limits },
)
export const revocationAsked = documentTask<typeof askAboutRevocation>(
  new URL('./validation/revocation-questions.ts', import.meta.url),
  { name: 'askAboutRevocation', called: 'The certificate', limits },
)
export const revocationChecked = documentTask<typeof isGoodAnswer>(
  new URL('./validation/revocation-answers.ts', import.meta.url),
  { name: 'isGoodAnswer', called: 'The answer', limits },
)
export const validationDataAppended = documentTask<typeof appendValidationData>(
  new URL('./validation/security-store.ts', import.meta.url),
  { name: 'appendValidationData', called: 'The PDF', limits },
)
export const validationDataChecked = documentTask<typeof isOnlyValidationData>(
  new URL('./validation/security-store.ts', import.meta.url),
  { name: 'isOnlyValidationData', called: 'The PDF', limits },
)
export const preparedForSignature = documentTask<typeof prepareForSignature>(
  new URL('./signature-page.ts', import.meta.url),
  { name: 'prepareForSignature', called: 'The PDF', limits },
)
export const textsChecked = documentTask<typeof checkTexts>(new URL('./check-texts.ts', import.meta.url), {
  name: 'checkTexts',
  called: 'The text',
  limits,
})
export const pdfPagesCounted = documentTask<typeof countPdfPages>(
  new URL('./count-pdf-pages.ts', import.meta.url),
  { name: 'countPdfPages', called: 'The PDF', limits },
)
export const pdfMadeFixed = documentTask<typeof makeFixed>(new URL('./make-fixed.ts', import.meta.url), {
  name: 'makeFixed',
  called: 'The PDF',
  limits: { seconds: 20, megabytes: 1_024 },
})
export const fieldsRead = documentTask<typeof readFields>(
  new URL('./fields/find-anchors.ts', import.meta.url),
  { name: 'readFields', called: 'The PDF', limits },
)
export const fieldsDrawn = documentTask<typeof drawFields>(
  new URL('./fields/draw-fields.ts', import.meta.url),
  { name: 'drawFields', called: 'The PDF', limits },
)
