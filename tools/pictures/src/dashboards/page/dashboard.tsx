import '@fontsource/inter/latin-400.css';
import '@fontsource/inter/latin-500.css';
import '@fontsource/roboto-mono/latin-400.css';
import { createTheme, dateTimeFormat, EventBusSrv, ThemeContext } from '@grafana/data';
import type { GrafanaTheme2 } from '@grafana/data';
import { GlobalStyles, Icon, PanelChrome, PanelContextProvider } from '@grafana/ui';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import type { Drawing, Panel } from '../drawing.js';
import { framesOf } from './frames.js';
import { panels } from './panels.js';

/** Of Grafana's grid: 24 columns, rows of 30 px, 8 px between panels. */
const [columns, rowHeight, gap] = [24, 30, 8];

const context = { eventsScope: 'drawing', eventBus: new EventBusSrv() };

function Placed({ panel, drawing, theme }: Parts) {
  const column = (drawing.width - (columns + 1) * gap) / columns;
  const { x, y, w, h } = panel.gridPos;
  const width = Math.round(w * (column + gap) - gap);
  const height = h * (rowHeight + gap) - gap;
  const place = { left: gap + x * (column + gap), top: y * (rowHeight + gap), width, height };
  return <div style={{ position: 'absolute', ...place }}>{inside()}</div>;

  function inside() {
    if (panel.type === 'row')
      return (
        <div style={{ fontWeight: 500, display: 'flex', alignItems: 'center', height, gap }}>
          <Icon name="angle-down" /> {panel.title}
        </div>
      );
    const draw = panels[panel.type];
    if (!draw) throw new Error(`${panel.title}: panels of type ${panel.type} are not drawn here`);
    const frames = framesOf(panel, drawing, theme);
    return (
      <PanelChrome {...{ width, height, title: panel.title, description: panel.description }}>
        {(innerWidth, innerHeight) =>
          frames.length === 0 ? (
            <div style={{ textAlign: 'center', paddingTop: innerHeight / 2 - gap }}>No data</div>
          ) : (
            draw({ panel, drawing, frames, theme, width: innerWidth, height: innerHeight })
          )
        }
      </PanelChrome>
    );
  }
}

interface Parts {
  readonly panel: Panel;
  readonly drawing: Drawing;
  readonly theme: GrafanaTheme2;
}

function Page({ drawing, theme }: Omit<Parts, 'panel'>) {
  const { dashboard, width, from, to } = drawing;
  const time = (at: number) => dateTimeFormat(at, { timeZone: 'utc' }).slice(11);
  const bottom = Math.max(...dashboard.panels.map(({ gridPos: { y, h } }) => y + h));
  return (
    <ThemeContext.Provider value={theme}>
      <PanelContextProvider value={context}>
        <GlobalStyles />
        <header style={{ display: 'flex', padding: `${2 * gap}px`, gap: 2 * gap }}>
          <strong style={{ fontWeight: 500 }}>{dashboard.title}</strong>
          <span style={{ flexGrow: 1, color: theme.colors.text.secondary }}>
            {dashboard.description}
          </span>
          <span>
            {time(from)} to {time(to)} UTC
          </span>
        </header>
        <div style={{ position: 'relative', width, height: bottom * (rowHeight + gap) }}>
          {dashboard.panels.map((panel) => (
            <Placed key={panel.id} {...{ panel, drawing, theme }} />
          ))}
        </div>
      </PanelContextProvider>
    </ThemeContext.Provider>
  );
}

Object.assign(window, {
  drawDashboard(drawing: Drawing) {
    const theme = createTheme({ colors: { mode: drawing.theme } });
    document.body.style.margin = '0';
    document.body.style.background = theme.colors.background.canvas;
    const root = createRoot(document.getElementById('dashboard')!);
    flushSync(() => root.render(<Page drawing={drawing} theme={theme} />));
  },
});
