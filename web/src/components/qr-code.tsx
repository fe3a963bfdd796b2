// A code to be scanned with a phone.
import { useMemo } from 'react'
import { encode } from 'uqr'
import classes from './qr-code.module.css'

/** Dark on white in both themes: cameras need the contrast. */
export function QrCode({ text }: { text: string }) {
  const { size, path } = useMemo(() => {
    const { data, size: side } = encode(text, { border: 2 })
    const squares = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])))
    return { size: side, path: squares.join('') }
  }, [text])
  return (
    <svg
      className={classes.code}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label="Code to scan with the app"
    >
      <path d={path} />
    </svg>
  )
}
