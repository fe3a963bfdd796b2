// Menus and popovers as Mantine's, loaded when the first one is used: until then only the button is drawn. A page has
// dozens of them, and most are never opened.
import { useMergedRef } from '@mantine/hooks'
import {
  cloneElement,
  type ComponentType,
  createContext,
  type MouseEvent,
  type ReactElement,
  type ReactNode,
  type Ref,
  type RefObject,
  use,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { whenNeeded } from './when-needed.ts'

type Parts = Readonly<Record<string, ComponentType<object>>>

interface Use {
  /** Whether it is drawn as Mantine's. */
  readonly real: boolean
  readonly target: RefObject<HTMLElement | null>
  readonly begin: () => void
}

const UseContext = createContext<Use | undefined>(undefined)

type TargetChild = ReactElement<{ ref?: Ref<HTMLElement>; onClick?: unknown }>

/**
 * The same component as the loaded one, with the same parts, to be used in the same way. What is within its dropdown is
 * not drawn before it is loaded. `popup` says to screen readers what opens.
 */
export function floating<Real extends object>(
  load: () => Promise<{ readonly Part: Real }>,
  popup: 'menu' | 'dialog',
  names: readonly (keyof Real & string)[],
): Real {
  const part = whenNeeded(load)
  const parts = () => part.now().Part as unknown as Parts & ComponentType<object>

  function Floating(props: { opened?: boolean; children?: ReactNode }) {
    const [begun, setBegun] = useState(false)
    const target = useRef<HTMLElement>(null)
    const clicked = useRef(false)
    const needed = begun || props.opened === true
    const loaded = part.useLoaded(needed)
    const real = needed && loaded
    const value = useMemo<Use>(
      () => ({
        real,
        target,
        begin: () => {
          clicked.current = true
          setBegun(true)
        },
      }),
      [real],
    )
    // The button is another element now: it takes the focus and the click of the one before.
    useLayoutEffect(() => {
      if (!real || !clicked.current) return
      clicked.current = false
      target.current?.focus()
      target.current?.click()
    }, [real])
    const Real = real ? parts() : undefined
    return <UseContext value={value}>{Real ? <Real {...props} /> : props.children}</UseContext>
  }

  function Target({ children, ...others }: { children: TargetChild }) {
    const { real, target, begin } = inUse()
    const ref = useMergedRef(target, children.props.ref)
    const child = cloneElement(children, { ref })
    if (!real) {
      const shut = {
        'aria-haspopup': popup,
        'aria-expanded': false,
        onClick: (event: MouseEvent) => {
          event.preventDefault()
          begin()
        },
      }
      return cloneElement(child, shut as object)
    }
    const Real = parts()['Target'] as ComponentType<object>
    return <Real {...others}>{child}</Real>
  }

  const within = (name: string) =>
    function Within(props: object) {
      const { real } = inUse()
      const Real = real ? parts()[name] : undefined
      return Real ? <Real {...props} /> : null
    }
  return Object.assign(
    Floating,
    { Target },
    Object.fromEntries(names.map((name) => [name, within(name)])),
  ) as object as Real
}

function inUse(): Use {
  const inUse = use(UseContext)
  if (inUse === undefined) throw new Error('A part of a menu stands outside of it')
  return inUse
}
