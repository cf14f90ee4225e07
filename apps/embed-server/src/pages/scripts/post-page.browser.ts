// The one script of every page, without data of the page, so that its hash is the same everywhere.

import './report-height.browser.js';
import './missing-pictures.browser.js';
import './own-times.browser.js';
import './players.browser.js';
import './whole-pictures.browser.js';
