// What an independent program (pdfsig of poppler-utils) says of a sealed PDF.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Why tests with it are skipped; undefined where it is installed. CI never skips them. */
export const noPdfsig: string | undefined = isInstalled()
  ? undefined
  : 'pdfsig is not installed (package poppler-utils)'

if (noPdfsig !== undefined && process.env['CI']) throw new Error(noPdfsig)

function isInstalled(): boolean {
  try {
    execFileSync('pdfsig', ['-v'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

export interface SignatureSeen {
  readonly signer: string
  readonly valid: boolean
  /** Whether it covers the whole file. */
  readonly total: boolean
}

/** The signatures of a PDF, the first one first. */
export function signaturesIn(pdf: Uint8Array): readonly SignatureSeen[] {
  const folder = mkdtempSync(join(tmpdir(), 'pdfsig-'))
  try {
    const path = join(folder, 'file.pdf')
    writeFileSync(path, pdf)
    return signaturesSaid(path)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function signaturesSaid(path: string): readonly SignatureSeen[] {
  const said = execFileSync('pdfsig', ['-nocert', path], { encoding: 'utf8' })
  return said
    .split(/^Signature #\d+:/m)
    .slice(1)
    .map((text) => ({
      signer: /Common Name: (.*)/.exec(text)?.[1] ?? '',
      valid: text.includes('Signature is Valid.'),
      total: text.includes('- Total document signed'),
    }))
}
