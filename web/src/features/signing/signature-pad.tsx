// A signature that is typed or drawn, as a picture.
import { Button, SegmentedControl, TextInput } from '@mantine/core'
import { type PointerEvent, useEffect, useRef, useState } from 'react'
import classes from './signing.module.css'
import { signTexts as texts } from './texts.ts'

// as wide as what is written, because it is shown in places of about that shape
const sizes = { signature: { width: 720, height: 220 }, initials: { width: 360, height: 180 } } as const
type PictureKind = keyof typeof sizes

/** The picture in base64, or undefined while there is none. */
export interface Drawn {
  readonly picture: string
  readonly drawn: boolean
}

export function SignaturePad({
  name,
  label,
  typed = texts.typed,
  kind = 'signature',
  onChange,
}: {
  name: string
  /** What is made: a signature, or initials. */
  label: string
  /** What is typed for it. */
  typed?: string
  kind?: PictureKind
  onChange: (drawn: Drawn | undefined) => void
}) {
  const [way, setWay] = useState<'type' | 'draw'>('type')
  return (
    <>
      <SegmentedControl
        aria-label={label}
        value={way}
        data={[
          { value: 'type', label: texts.type },
          { value: 'draw', label: texts.draw },
        ]}
        onChange={(next) => {
          setWay(next)
          onChange(undefined)
        }}
      />
      {way === 'type' ? (
        <TypedName name={name} label={typed} kind={kind} onChange={onChange} />
      ) : (
        <DrawnName kind={kind} onChange={onChange} />
      )}
    </>
  )
}

const pictureIn = (canvas: HTMLCanvasElement) =>
  canvas.toDataURL('image/png').replace('data:image/png;base64,', '')

function TypedName({
  name,
  label,
  kind,
  onChange,
}: {
  name: string
  label: string
  kind: PictureKind
  onChange: (drawn: Drawn | undefined) => void
}) {
  const size = sizes[kind]
  const canvas = useRef<HTMLCanvasElement>(null)
  const [typed, setTyped] = useState(name)
  const report = useRef(onChange)
  useEffect(() => {
    report.current = onChange
  })
  useEffect(() => {
    const element = canvas.current
    const ink = element?.getContext('2d')
    if (!element || !ink) return
    ink.clearRect(0, 0, size.width, size.height)
    const text = typed.trim()
    ink.font = 'italic 84px Georgia, "Times New Roman", serif'
    const scale = Math.min(1, (size.width - 40) / Math.max(1, ink.measureText(text).width))
    ink.font = `italic ${Math.floor(84 * scale)}px Georgia, "Times New Roman", serif`
    ink.fillStyle = '#10243f'
    ink.textBaseline = 'middle'
    ink.fillText(text, 20, size.height / 2)
    report.current(text === '' ? undefined : { picture: pictureIn(element), drawn: false })
  }, [typed, size])
  return (
    <>
      <TextInput
        label={label}
        maxLength={100}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <canvas ref={canvas} {...size} className={classes.paper} aria-label={texts.preview}>
        {typed}
      </canvas>
    </>
  )
}

function DrawnName(props: { kind: PictureKind; onChange: (drawn: Drawn | undefined) => void }) {
  const { kind, onChange } = props
  const size = sizes[kind]
  const canvas = useRef<HTMLCanvasElement>(null)
  const isDown = useRef(false)
  const pointOf = (event: PointerEvent<HTMLCanvasElement>) => {
    const { left, top, width } = event.currentTarget.getBoundingClientRect()
    const scale = size.width / width
    return [(event.clientX - left) * scale, (event.clientY - top) * scale] as const
  }
  function down(event: PointerEvent<HTMLCanvasElement>) {
    const ink = event.currentTarget.getContext('2d')
    if (!ink) return
    isDown.current = true
    event.currentTarget.setPointerCapture(event.pointerId)
    ink.lineWidth = 5
    ink.lineCap = 'round'
    ink.lineJoin = 'round'
    ink.strokeStyle = '#10243f'
    ink.beginPath()
    ink.moveTo(...pointOf(event))
  }
  function move(event: PointerEvent<HTMLCanvasElement>) {
    const ink = event.currentTarget.getContext('2d')
    if (!isDown.current || !ink) return
    ink.lineTo(...pointOf(event))
    ink.stroke()
  }
  function up(event: PointerEvent<HTMLCanvasElement>) {
    if (!isDown.current) return
    isDown.current = false
    onChange({ picture: pictureIn(event.currentTarget), drawn: true })
  }
  const clear = () => {
    canvas.current?.getContext('2d')?.clearRect(0, 0, size.width, size.height)
    onChange(undefined)
  }
  return (
    <>
      <canvas
        ref={canvas}
        {...size}
        className={classes.paper}
        aria-label={texts.pad}
        onPointerDown={down}
        onPointerMove={move}
        onPointerUp={up}
        onPointerCancel={up}
      >
        {texts.pad}
      </canvas>
      <Button variant="default" size="xs" style={{ alignSelf: 'start' }} onClick={clear}>
        {texts.clear}
      </Button>
    </>
  )
}
