// What stands for a page that is still to come: while it is shown, the page is not at rest.
import { useEffect } from 'react'
import { asWork } from '../lib/quiet.ts'

/** Counts as work of the page while the component is there: programs are loaded ahead only afterwards. */
export function useWorkWhileShown(): void {
  useEffect(() => {
    let end: (() => void) | undefined
    void asWork(new Promise<void>((resolve) => (end = resolve)))
    return () => end?.()
  }, [])
}
