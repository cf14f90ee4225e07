// The one script of every page that opens players of any provider; its own listener is the first.

import './sandboxed-players.browser.js';
import './post-page.browser.js';
