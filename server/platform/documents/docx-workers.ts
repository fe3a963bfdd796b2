// Word documents with placeholders, read and filled in document workers.
import type { fillDocx, readDocxNames } from './docx-template.ts'
import { documentTask } from '../workers/document-task.ts'

const module = new URL('./docx-template.ts', import.meta.url)
const called = 'The template'
// somebody waits
const limits = { seconds: 10, megabytes: 512 }

/** The names in a document. */
export const docxNames = documentTask<typeof readDocxNames>(module, { name: 'readDocxNames', called, limits })

/** A document filled with answers. */
export const docxFilled = documentTask<typeof fillDocx>(module, { name: 'fillDocx', called, limits })
