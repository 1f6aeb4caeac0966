import { t } from "#app/language/message.ts";
import { paths } from "#app/paths.ts";
import type { Shape } from "#app/rules/aspect-shape.ts";
import { Button } from "#app/ui/button.tsx";
import { Icon, type IconName } from "#app/ui/icon.tsx";
import type { Feed } from "../queries.ts";
import { Menu, MenuLink, opensMenu } from "#app/ui/menu.tsx";
import "./shape-filter.css";

const options = [
  { shape: null, label: t`Any shape`, icon: "shapes", turn: "" },
  { shape: "landscape", label: t`Landscape`, icon: "rectangle", turn: "" },
  { shape: "portrait", label: t`Portrait`, icon: "rectangle", turn: "rotate-90" },
  { shape: "square", label: t`Square`, icon: "square", turn: "" },
] as const satisfies { shape: Shape | null; label: string; icon: IconName; turn: string }[];

const panelId = "shape-panel";

/** A panel of links that filter the wall by shape; works without JavaScript. */
export function ShapeFilter({ chosen, feed }: { chosen: Shape | null; feed: Feed | null }) {
  const here = options.find(({ shape }) => shape === chosen) ?? options[0];
  return (
    <div className="shape-filter">
      <Button look="quiet" size="small" {...opensMenu(panelId)}>
        <span className="sr-only">{t`Shape:`}</span>
        <Icon name={here.icon} size={16} className={here.turn} />
        {here.label}
        <Icon name="caret-down" size={12} />
      </Button>
      <Menu id={panelId} className="shape-panel" label={t`Shape`}>
        {options.map(({ shape, label, icon, turn }) => (
          <MenuLink
            key={label}
            to={paths.home({ feed, shape })}
            preventScrollReset
            chosen={shape === chosen}
          >
            <Icon name={icon} size={18} className={turn} />
            {label}
          </MenuLink>
        ))}
      </Menu>
    </div>
  );
}
