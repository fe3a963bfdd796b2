// A real browser for tests: Debian's chromium, driven by playwright-core.
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { type Browser, chromium } from 'playwright-core'

// Debian's chromium without windows: it draws the same in half of the processor time
const shell = 'chromium-headless-shell'
const programs = ['chromium', 'chromium-browser', 'google-chrome', shell]

/**
 * Where chromium is (CHANCERY_TEST_CHROMIUM, or on the path), or undefined on a machine without: skip the tests that
 * need it then, `describe.skipIf(!chromiumPath())`. In CI there is no skipping: without chromium this throws.
 */
export function chromiumPath(names = programs): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  const candidates = folders.flatMap((folder) => names.map((name) => join(folder, name)))
  const found = [process.env['CHANCERY_TEST_CHROMIUM'] ?? '', ...candidates].find(isProgram)
  if (!found && process.env['CI'] === 'true') {
    throw new Error(
      'The browser tests need chromium: install it (apt-get install chromium) or set CHANCERY_TEST_CHROMIUM to its path',
    )
  }
  return found
}

/** Starts the browser; close it at the end of the file. */
export function launchChromium(): Promise<Browser> {
  const executablePath = chromiumPath([shell, ...programs])
  if (!executablePath) throw new Error('There is no chromium here: skip this test with chromiumPath()')
  // root cannot use the browser's own sandbox; /dev/shm is small in containers
  return chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-dev-shm-usage',
      '--disable-gpu',
      '--disable-software-rasterizer',
      '--disable-gpu-rasterization',
      '--disable-smooth-scrolling',
    ],
  })
}

function isProgram(path: string): boolean {
  if (path === '') return false
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
