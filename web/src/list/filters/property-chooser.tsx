// "+ Filter": the properties of a list by name, those of the noun first.
import { Button, Combobox, ScrollArea, useCombobox } from '@mantine/core'
import { type RefObject, useEffect, useState } from 'react'
import { texts } from '../texts.ts'
import type { FilterProperty } from './property.ts'
import { fullPath } from './sentence.ts'

/** Open from the start. Properties are found by their names; `more` are shown when somebody looks for them. */
export function PropertyChooser(props: {
  properties: readonly FilterProperty[]
  more: readonly FilterProperty[]
  button: RefObject<HTMLButtonElement | null>
  onChoose: (property: FilterProperty) => void
}) {
  const { properties, more, button, onChoose } = props
  const [words, setWords] = useState('')
  const combobox = useCombobox({
    defaultOpened: true,
    onDropdownClose: () => {
      combobox.resetSelectedOption()
      setWords('')
    },
    onDropdownOpen: () => combobox.focusSearchInput(),
  })
  // it was opened by the button that stood here before
  // oxlint-disable-next-line react-hooks/exhaustive-deps
  useEffect(() => combobox.focusSearchInput(), [])
  const isFound = ({ label }: FilterProperty) => label.toLowerCase().includes(words.trim().toLowerCase())
  const [first, others] = [properties.filter(isFound), more.filter(isFound)]
  const option = (property: FilterProperty) => (
    <Combobox.Option key={fullPath(property)} value={fullPath(property)}>
      {property.label}
    </Combobox.Option>
  )
  return (
    <Combobox
      store={combobox}
      position="bottom-start"
      width={260}
      withinPortal
      onOptionSubmit={(path) => {
        combobox.closeDropdown()
        const chosen = [...properties, ...more].find((property) => fullPath(property) === path)
        if (chosen) onChoose(chosen)
      }}
    >
      <Combobox.Target withAriaAttributes={false}>
        <Button
          ref={button}
          size="compact-sm"
          variant="default"
          aria-haspopup="listbox"
          aria-expanded={combobox.dropdownOpened}
          aria-label={texts.addFilterLabel}
          onClick={() => combobox.toggleDropdown()}
        >
          + {texts.addFilter}
        </Button>
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Search
          value={words}
          onChange={(event) => {
            setWords(event.currentTarget.value)
            combobox.selectFirstOption()
          }}
          placeholder={texts.chooseProperty}
          aria-label={texts.chooseProperty}
        />
        <Combobox.Options aria-label={texts.chooseProperty}>
          <ScrollArea.Autosize mah={300} type="scroll">
            {first.length + others.length === 0 && <Combobox.Empty>{texts.noProperty}</Combobox.Empty>}
            {first.map(option)}
            {others.length > 0 && (
              <Combobox.Group label={texts.moreProperties}>{others.map(option)}</Combobox.Group>
            )}
          </ScrollArea.Autosize>
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}
