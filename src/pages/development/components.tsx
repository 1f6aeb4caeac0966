import { useState, type ReactNode } from "react";
import { Alert } from "#app/ui/alert.tsx";
import { Avatar } from "#app/ui/avatar.tsx";
import { Bars } from "#app/ui/bars.tsx";
import { Button, ButtonAnchor, ButtonLink, IconButton } from "#app/ui/button.tsx";
import { Checkbox } from "#app/ui/checkbox.tsx";
import { ColorInput } from "#app/ui/color-input.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { DayField } from "#app/ui/day-field.tsx";
import { Field, PasswordField } from "#app/ui/field.tsx";
import { FileButton } from "#app/ui/file-input.tsx";
import { CreditGlyph, LogoMark, RemixGlyph } from "#app/ui/glyphs.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { FieldError } from "#app/ui/labelled.tsx";
import { Menu, MenuAction, MenuLink, opensMenu } from "#app/ui/menu.tsx";
import { MoreButton } from "#app/ui/more-button.tsx";
import { PageHead } from "#app/ui/page-head.tsx";
import { Popover } from "#app/ui/popover.tsx";
import { PostForm } from "#app/ui/post-form.tsx";
import { ProgressRing } from "#app/ui/progress-ring.tsx";
import { SearchInput } from "#app/ui/search-input.tsx";
import { Segment, SegmentNav } from "#app/ui/segment.tsx";
import { Select } from "#app/ui/select.tsx";
import { Slider } from "#app/ui/slider.tsx";
import { Spinner } from "#app/ui/spinner.tsx";
import { SteadyLabel } from "#app/ui/steady-label.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { Switch } from "#app/ui/switch.tsx";
import { Table } from "#app/ui/table.tsx";
import { Tab, Tabs } from "#app/ui/tabs.tsx";
import { TextArea } from "#app/ui/text-area.tsx";
import { LanguageChoice } from "#app/ui/language-choice.tsx";
import { ThemeSwitch } from "#app/ui/theme-switch.tsx";
import { showToast, type ToastTone } from "#app/ui/toast.ts";
import { Waiting } from "#app/ui/waiting.tsx";

/** The URL of this page, which exists only in development. */
const here = "/development/components";
const looks = ["primary", "soft", "outline", "quiet"] as const;
const sizes = ["small", "medium", "large"] as const;
const frames = ["Square", "Portrait", "Landscape"].map((label) => ({ value: label, label }));
const tones: ToastTone[] = ["success", "error", "warning", "theme", "message"];
const nothing = () => undefined;

function Shown({ of: name, children }: { of: string; children: ReactNode }) {
  return (
    <div>
      <h3 className="title-small mb-3">{name}</h3>
      <div className="flex flex-wrap items-center gap-3">{children}</div>
    </div>
  );
}

function Buttons() {
  return (
    <Shown of="Buttons">
      {looks.flatMap((look) => [
        ...sizes.map((size) => (
          <Button key={`${look} ${size}`} look={look} size={size}>
            {look} {size}
          </Button>
        )),
        <Button key={`${look} disabled`} look={look} disabled>
          {look} disabled
        </Button>,
      ])}
      <Button look="soft" danger>
        danger
      </Button>
      <Button look="primary" disabled>
        <Spinner /> busy
      </Button>
      <Button look="outline">
        <SteadyLabel texts={["Publish", "Make private"]} shown="Publish" />
      </Button>
      <ButtonLink look="outline" to={here}>
        to a page
      </ButtonLink>
      <ButtonAnchor look="quiet" href="https://example.org">
        to another site
      </ButtonAnchor>
      <SubmitButton label="Send" busyLabel="Sending" busy={false} />
      <SubmitButton label="Send" busyLabel="Sending" busy />
      <PostForm action={here} values={{ name: "value" }}>
        <Button look="soft">Without script</Button>
      </PostForm>
      <IconButton label="Search">
        <Icon name="magnifying-glass" />
      </IconButton>
      <IconButton label="Close" size="small" disabled>
        <Icon name="x" />
      </IconButton>
      <FileButton look="soft" label="Picture" accept="image/png" onFile={nothing}>
        Choose a file
      </FileButton>
    </Shown>
  );
}

function Fields({ theme }: { theme: string }) {
  return (
    <Shown of="Fields">
      <div className="grid w-full gap-4 md:grid-cols-2">
        <Field label="Name" placeholder="As others see it" />
        <Field label="Email" hint="Nobody else sees it" defaultValue="ada@example.org" />
        <Field label="Username" error="It is taken" defaultValue="ada" />
        <Field label="Seed" small disabled defaultValue="42" />
        <Field bare label={`Unlabelled, ${theme}`} placeholder="bare" />
        <PasswordField label="Password" autoComplete="off" />
        <TextArea label="Message" rows={4} hint="At most 5,000 characters" />
        <TextArea label="Words" grows error="Write something" />
        <DayField label="Day" value="2026-11-23" onChange={nothing} />
        <DayField label="No day" empty="Never" />
        <SearchInput framed aria-label={`Search, ${theme}`} placeholder="Search" value="" />
        <FieldError>Something is wrong with the whole form</FieldError>
      </div>
    </Shown>
  );
}

function Choices({ theme }: { theme: string }) {
  const [frame, setFrame] = useState("Square");
  const [amount, setAmount] = useState(40);
  const [color, setColor] = useState("#4aa3b8");
  return (
    <Shown of="Choices">
      <Select label="Frame" options={frames} value={frame} onChange={setFrame} />
      <Select label="Small" small options={frames} value={frame} onChange={setFrame} />
      <Select
        label="Refused"
        error="Choose another"
        options={frames}
        value={frame}
        onChange={setFrame}
      />
      <Segment legend="Frame" options={frames} value={frame} onChange={setFrame} />
      <Segment
        legend="Small frame"
        hideLegend
        small
        options={frames}
        value={frame}
        onChange={setFrame}
      />
      <SegmentNav label={`Order, ${theme}`} small>
        <a href={here} aria-current="page">
          Newest
        </a>
        <a href={here}>Oldest</a>
      </SegmentNav>
      <Checkbox label="Off" />
      <Checkbox label="On" defaultChecked />
      <Checkbox label="Disabled" disabled />
      <Checkbox radio label="One of several" name={`radio ${theme}`} defaultChecked />
      <Checkbox radio label="Another" name={`radio ${theme}`} />
      <Switch aria-label="Off" />
      <Switch aria-label="On" defaultChecked />
      <Switch aria-label="Disabled" disabled />
      <Slider aria-label="Amount" value={amount} onChange={setAmount} />
      <ColorInput aria-label="Colour" value={color} onChange={setColor} />
      <ColorInput aria-label="Round colour" round value={color} onChange={setColor} />
      <ThemeSwitch />
      <LanguageChoice action="/api/language" next="/" />
    </Shown>
  );
}

function Layers({ theme }: { theme: string }) {
  const [open, setOpen] = useState(false);
  return (
    <Shown of="Layers">
      <Button look="soft" {...opensMenu(`menu-${theme}`)}>
        Menu
      </Button>
      <Menu id={`menu-${theme}`} label={`Menu, ${theme}`} className="m-auto">
        <MenuLink to={here} chosen>
          Chosen
        </MenuLink>
        <MenuLink to={here}>
          <Icon name="heart" />
          With an icon
        </MenuLink>
        <hr />
        <MenuAction>An action</MenuAction>
      </Menu>
      <Button look="soft" popoverTarget={`popover-${theme}`}>
        Popover
      </Button>
      <Popover id={`popover-${theme}`} label={`Popover, ${theme}`} className="m-auto p-6">
        Anything
      </Popover>
      <Button look="soft" onClick={() => setOpen(true)}>
        Dialog
      </Button>
      <Dialog title="A dialog" open={open} onClose={() => setOpen(false)}>
        <p className="mt-3">Escape and a press outside close it.</p>
      </Dialog>
      {tones.map((tone) => (
        <Button key={tone} look="quiet" size="small" onClick={() => void showToast(tone, tone)}>
          Toast: {tone}
        </Button>
      ))}
      <Tabs label={`Tabs, ${theme}`}>
        <Tab to={here} chosen>
          Here
        </Tab>
        <Tab to={here} chosen={false}>
          Elsewhere
        </Tab>
      </Tabs>
    </Shown>
  );
}

function States() {
  return (
    <Shown of="States">
      <Alert>What went wrong</Alert>
      <Alert icon calm>
        What to know
      </Alert>
      <Spinner label="Loading" />
      {[0, 0.4, 1].map((fraction) => (
        <span key={fraction} className="size-16 text-patina">
          <ProgressRing fraction={fraction} />
        </span>
      ))}
      <MoreButton reading="idle" onMore={nothing} />
      <MoreButton reading="loading" onMore={nothing} />
      <MoreButton reading="failed" onMore={nothing} />
      <EmptyState title="Nothing yet" heading="h2" action={<Button look="soft">Begin</Button>}>
        One sentence, and at most one action.
      </EmptyState>
      <Waiting>Loading a page...</Waiting>
    </Shown>
  );
}

function Data({ theme }: { theme: string }) {
  const bars = [3, 8, 5].map((amount, day) => ({
    key: String(day),
    parts: [amount, day],
    text: `Day ${day + 1}: ${amount} and ${day}`,
  }));
  return (
    <Shown of="Data">
      <Table label={`Casts, ${theme}`} low>
        <thead>
          <tr>
            <th scope="col">Prompt</th>
            <th scope="col" className="number">
              Credits
            </th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <td>A lighthouse in the fog</td>
            <td className="number">4</td>
          </tr>
        </tbody>
      </Table>
      <Bars label={`Days, ${theme}`} bars={bars} legend={["One", "Two"]} ends={["1", "2", "3"]} />
      <Avatar name="Ada Lovelace" src={null} size={24} />
      <Avatar name="Ines Varga" src={null} size={40} />
      <LogoMark className="size-6" />
      <CreditGlyph />
      <RemixGlyph size={18} />
    </Shown>
  );
}

/** Every component of src/ui in its states, in both themes. This page exists only in development. */
export default function Components() {
  return (
    <main id="content">
      <PageHead title="Components" />
      <h1 className="title-large p-6">Components</h1>
      {["light", "dark"].map((theme) => (
        <section
          key={theme}
          data-theme={theme}
          aria-labelledby={`theme-${theme}`}
          className="flex flex-col gap-10 bg-bg p-6 text-ink"
        >
          <h2 className="title-medium" id={`theme-${theme}`}>
            {theme === "light" ? "Light" : "Dark"}
          </h2>
          <Buttons />
          <Fields theme={theme} />
          <Choices theme={theme} />
          <Layers theme={theme} />
          <States />
          <Data theme={theme} />
        </section>
      ))}
    </main>
  );
}
